package dev.faultlab.sbom;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.manifest.UnreadableException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SbomReaderTest {
  private static final Path SAMPLES = Path.of("../samples/sbom");
  private static final Set<String> WANTED = Set.of("jdk", "go", "kafka", "kafka-clients", "musl");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"before.cdx.json", "before.spdx.json"})
  void readsComponentsAtAnyDepthAndNothingElse(String name) throws IOException {
    assertThat(read(SAMPLES.resolve(name)).mentions())
        .as("no tools, no services, no cpe")
        .extracting(one -> one.component() + " " + one.version() + " " + one.written())
        .containsExactlyInAnyOrder(
            "kafka-clients 3.9.2 3.9.2",
            "kafka 3.9.2 3.9.2",
            "jdk 17 17.0.21+1",
            "jdk 17 17.0.21+1-1~deb12u1",
            "go 1.24.13 1.24.13",
            "musl 1.2.3 1.2.3-r5");
  }

  /** The form of each is one line of JSON, in place of the dots below. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1.4 | {'purl': 'pkg:maven/org.apache.kafka/kafka-clients@4.1.0'} | kafka-clients 4.1.0",
        "1.7 | {'version': '4.1.0', 'purl': 'pkg:maven/org.apache.kafka/kafka-clients'} | kafka-clients 4.1.0",
        "1.5 | {'purl': 'pkg:maven/org.apache.kafka/kafka-clients', 'version': 'UNKNOWN'} | has no version",
        "1.5 | {'purl': 'pkg:maven/org.apache.kafka/kafka-clients@4.1.0%1B[2J'} | has control characters",
        "1.5 | {'purl': 'maven/kafka-clients@4.1.0'} | has a package URL",
        "1.5 | {'name': 'kafka-clients', 'version': '4.1.0'} | has a package URL",
        "1.5 | {'pedigree': {'ancestors': [{'purl': 'pkg:apk/alpine/musl@1.2'}]}} | has a package URL",
        "1.5 | {'bom-ref': 'a', 'purl': 'pkg:apk/alpine/musl@1.2'}, {'bom-ref': 'a', 'purl': 'pkg:apk/alpine/musl@1.2'} | musl 1.2",
        "1.5 | null, {'purl': null, 'licenses': [{}], 'components': null} | has a package URL",
        "1.5 | {'purl': 'pkg:maven/a/b'} | [] []",
        "1.5 | null], 'files': [{'location': {'path': '/opt/java/openjdk/lib/jrt-fs.jar'}}, {'location': {'path': '/usr/share/java/a.jar'}}, {'location': {'path': '/usr/share/java/kafka/a.jar'}}, {'location': {'path': '/opt/jvm-apps/a.jar'}}], 'more': [ | 2 jars",
        "1.5 | {'purl': 'pkg:generic/oracle/openjdk@LONG'} | has a package URL",
        "1.5 | {'purl': 'pkg:maven/org.apache.kafka/kafka_2.13@7.5.0-ce'} | Confluent Platform has version numbers",
      })
  void listsWhatItDoesNotUnderstand(String version, String named, String found) throws IOException {
    Sbom read =
        read(cyclone(version, named.replace('\'', '"').replace("LONG", "1.".repeat(99_999))));
    String text =
        read.mentions().stream().map(m -> m.component() + " " + m.version()).toList()
            + " "
            + read.unclear();
    assertThat(text).contains(found);
    assertThat(read.mentions()).hasSizeLessThan(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'bomFormat': 'CycloneDX', 'specVersion': '1.3', 'components': []} | neither CycloneDX 1.4 to 1.7 nor",
        "{'spdxVersion': 'SPDX-2.2', 'packages': []} | neither CycloneDX",
        "{'components': []} | neither CycloneDX",
        "[] | neither CycloneDX",
        "<bom xmlns='http://cyclonedx.org/schema/bom/1.6'/> | is no JSON, line 1",
        "{'bomFormat': 'CycloneDX', 'specVersion': '1.6', 'components': [ | is no JSON, line 1",
        "`` | neither CycloneDX",
        "null | neither CycloneDX",
        "{'bomFormat': 'CycloneDX', 'specVersion': '1.6', 'components': [['x'], 'x']} | neither CycloneDX",
        "{'bomFormat': 'CycloneDX', 'specVersion': '1.6'} x | is no JSON, line 1",
      })
  void rejectsOtherFiles(String text, String why) throws IOException {
    Path file =
        Files.writeString(folder.resolve("a.json"), (text == null ? "" : text).replace('\'', '"'));
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(UnreadableException.class)
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @CsvSource({"?n=%d, 100000", "@4.%d, 100000"})
  void rejectsMoreOfOneComponentThanAnApplicationHas(String version, int max) throws IOException {
    String one = "{\"purl\":\"pkg:maven/org.apache.kafka/kafka-clients" + version + "\"}";
    for (int more : new int[] {0, 1}) {
      Path file =
          cyclone(
              "1.6", IntStream.range(0, max + more).mapToObj(one::formatted).collect(joining(",")));
      if (more == 0) {
        Sbom read = read(file);
        assertThat(read.mentions().size() + read.unclear().size()).isEqualTo(max);
      } else {
        assertThatThrownBy(() -> read(file)).hasMessageContaining("more than 100000 versions");
      }
    }
  }

  @Test
  void rejectsWhatExceedsALimit() throws IOException {
    Path large = folder.resolve("large.json");
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
      file.setLength((200L << 20) + 1);
    }
    Path many = folder.resolve("many.json");
    try (BufferedWriter out = Files.newBufferedWriter(many)) {
      out.write("{\"bomFormat\":\"CycloneDX\",\"specVersion\":\"1.6\",\"components\":[{}");
      for (int i = 0; i < 1_000_000; i++) {
        out.write(",{}");
      }
      out.write("]}");
    }
    String deep = "{\"components\":[".repeat(10_000);
    String reference = "{\"referenceType\":\"purl\",\"referenceLocator\":\"pkg:a/b@1\"},";
    String wide = "{\"externalRefs\":[%snull]}".formatted(reference.repeat(10_001));
    assertThatThrownBy(() -> read(large)).hasMessageContaining("larger than 200 MiB");
    assertThatThrownBy(() -> read(many)).hasMessageContaining("more than a million components");
    assertThatThrownBy(() -> read(cyclone("1.6", deep))).hasMessageContaining("exceeds a limit");
    assertThatThrownBy(() -> read(cyclone("1.6", wide))).hasMessageContaining("more than 10000");
    assertThatThrownBy(() -> read(folder)).hasMessageContaining("there is no file");
  }

  private static Sbom read(Path file) throws IOException {
    return SbomReader.read(file, file.toString(), WANTED::contains);
  }

  private Path cyclone(String version, String named) throws IOException {
    return Files.writeString(
        folder.resolve("a.json"),
        "{\"bomFormat\":\"CycloneDX\",\"components\":["
            + named
            + "],\"specVersion\":\""
            + version
            + "\"}");
  }
}
