package dev.faultlab.report.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.result.ResultJson;
import dev.faultlab.result.SampleRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PictureTest {
  private static final Path CAPTURES = Path.of("../samples/captures");

  private final Map<String, byte[]> evidence = new TreeMap<>();
  @TempDir Path results;

  @BeforeEach
  void reference() throws IOException {
    Path reference = Files.createDirectories(results.resolve("reference"));
    Files.writeString(reference.resolve("sample.json"), ResultJson.text(SampleRun.asExpected()));
    capture("unfixed.pcap.gz", "kafka-unfixed-cookies.pcap.gz");
  }

  private void capture(String name, String sample) throws IOException {
    add(name, Files.readAllBytes(CAPTURES.resolve(sample)));
  }

  /** One more file in the archive of evidence. */
  private void add(String name, byte[] content) throws IOException {
    evidence.put("evidence/" + name, content);
    Path archive = results.resolve("reference/sample.zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(archive))) {
      for (Map.Entry<String, byte[]> file : evidence.entrySet()) {
        out.putNextEntry(new ZipEntry(file.getKey()));
        out.write(file.getValue());
      }
    }
  }

  @Test
  void barsAreAsLongAsTheirFigures() throws IOException {
    Picture picture =
        only(
            "<!-- picture:a/b.svg bars \"Rates\" sample"
                + " | \"one <name>\" metric lookups-per-second shared-name@jdk=17"
                + " | \"own\" metric lookups-per-second own-name@jdk=17 -->");
    assertThat(picture.file()).isEqualTo("a/b.svg");
    assertThat(picture.svg())
        .contains("<title>Rates: one &lt;name>: 86.1 1/s; own: 688 1/s</title>")
        .containsPattern("class=\"fault\" x=\"16\" y=\"60\" width=\"45\\.\\d\"")
        .containsPattern("class=\"control\" x=\"16\" y=\"104\" width=\"36\\d");
  }

  @Test
  void roundsAreLargeNumbersForTheSameBytes() throws IOException {
    capture("again.pcap.gz", "kafka-unfixed-cookies.pcap.gz");
    String svg =
        only("<!-- picture:r.svg rounds \"Sent\" | \"a\" sample/evidence/unfixed.pcap.gz"
                + " | \"b\" sample/evidence/again.pcap.gz -->")
            .svg();
    assertThat(svg)
        .containsPattern("class=\"number fault\"[^>]*>([\\d,]+) round trips<")
        .containsPattern("class=\"number control\"[^>]*>([\\d,]+) round trips<")
        .containsPattern("for the same [\\d.]+ MB, counted in the packets");
  }

  @Test
  void roundsForDifferentBytesAreAnError() throws IOException {
    capture("fixed.pcap.gz", "kafka-fixed-cookies.pcap.gz");
    assertThatThrownBy(
            () ->
                only(
                    "<!-- picture:r.svg rounds \"Sent\" | \"a\" sample/evidence/unfixed.pcap.gz"
                        + " | \"b\" sample/evidence/fixed.pcap.gz -->"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("different amounts of data");
  }

  @Test
  void whatNoResultGivesIsAnError() {
    assertThatThrownBy(
            () ->
                only(
                    "<!-- picture:a.svg bars \"Rates\" sample | \"x\" metric gone shared-name -->"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no metric 'gone'");
    assertThatThrownBy(() -> only("<!-- picture:a.svg bars \"Rates\" sample | metric a b -->"))
        .hasMessageContaining("is not \"LABEL\" WHAT");
  }

  private Picture only(String document) throws IOException {
    List<Picture> pictures = Picture.of("Text.\n" + document + "\n![x](y)", results);
    assertThat(pictures).hasSize(1);
    return pictures.get(0);
  }
}
