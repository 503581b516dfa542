package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.faultlab.diagnose.Captures;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class DiagnoseCommandTest {
  private static final Path FAULTY = Captures.FOLDER.resolve("java-lock.pcap.gz");
  private static final Path HEALTHY = Captures.FOLDER.resolve("tcp-slow-reader.pcap");

  @TempDir private Path folder;

  /** What a run printed and returned. */
  private record Run(int status, String out, String err) {}

  private static Run run(byte[] stdin, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        new CommandLine(
                new DiagnoseCommand(
                    new ByteArrayInputStream(stdin), new PrintStream(out), new PrintStream(err)))
            .execute(args);
    return new Run(status, out.toString(), err.toString());
  }

  private static Run run(Object... args) {
    return run(new byte[0], Arrays.stream(args).map(Object::toString).toArray(String[]::new));
  }

  private static JsonNode json(Run run) throws IOException {
    JsonNode node = new ObjectMapper().readTree(run.out());
    try (InputStream schema =
        DiagnoseCommandTest.class.getResourceAsStream("/schema/diagnose.schema.json")) {
      assertThat(
              JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                  .getSchema(schema)
                  .validate(node))
          .isEmpty();
    }
    return node;
  }

  @Test
  void tellsFindingsInTextAndByItsStatus() {
    Run run = run(FAULTY);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .contains("serialised-lookups (certain)", "where:", "why:", "not:", "do:", "lab-dns-java");
    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines().skip(1)).allMatch(line -> line.length() <= 101);
  }

  @Test
  void writesJsonThatFitsItsSchema() throws IOException {
    for (String capture : Captures.files()) {
      json(run(Captures.FOLDER.resolve(capture), "--json"));
    }
    JsonNode first = json(run("--json", FAULTY)).at("/findings/0");
    assertThat(first.get("id").asText()).isEqualTo("serialised-lookups");
    assertThat(first.get("lab").asText()).isEqualTo("dns-java");
  }

  @Test
  void endsWithZeroWhereNothingIsFound() {
    Run run = run(HEALTHY);
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("no finding").doesNotContain("certain", "likely");
  }

  @Test
  void readsStandardInput() throws IOException {
    Run run = run(Files.readAllBytes(FAULTY), "-");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).startsWith("standard input:");
  }

  @Test
  void cannotAnalyseWhatIsNoCapture() throws IOException {
    Path empty = Files.createFile(folder.resolve("empty.pcap"));
    Path text = Files.writeString(folder.resolve("text.pcap"), "not a capture, but some text");
    for (Object file : new Object[] {empty, text, folder, folder.resolve("missing.pcap")}) {
      Run run = run(file, "--json");
      assertThat(run.status()).as("%s", file).isEqualTo(2);
      assertThat(run.err()).contains(file.toString());
      assertThat(json(run).get("findings")).isEmpty();
    }
    assertThat(run(empty).err()).contains("byte 0").contains("empty");
    assertThat(run(text).err()).contains("magic");
    assertThat(run(folder.resolve("missing.pcap")).err()).contains("no such file");
  }

  @Test
  void usesTheFactsBeforeATruncation() throws IOException {
    byte[] plain;
    try (var in = new java.util.zip.GZIPInputStream(Files.newInputStream(FAULTY))) {
      plain = in.readAllBytes();
    }
    byte[] cut = Arrays.copyOf(plain, plain.length - 7);
    Run run = run(cut, "-", "--json");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).contains("truncated").contains("byte");
    assertThat(json(run).at("/capture/end").asText()).isEqualTo("truncated");
    assertThat(json(run).at("/unseen/0").asText()).contains("truncated in frame");
  }

  @Test
  void doesNotCallABrokenCaptureHealthy() throws IOException {
    byte[] plain = Files.readAllBytes(HEALTHY);
    // The captured length of the record that begins at byte 24.
    Arrays.fill(plain, 24 + 8, 24 + 12, (byte) 0x7f);
    Run run = run(plain, "-", "--json");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("corrupt in frame 1 at byte 24");
  }
}
