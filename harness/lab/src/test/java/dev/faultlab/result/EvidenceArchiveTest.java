package dev.faultlab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.files.InnerPath;
import dev.faultlab.files.RefusedPath;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives of evidence: ours are read in place, those that a stranger has prepared are refused. */
class EvidenceArchiveTest {
  private static final String JSON = "evidence/a/1/x.json";
  private static final String CAPTURE = "evidence/a/1/y.pcap.gz";
  private static final String TEXT = "{\"n\": 1}".repeat(100);

  /** Offsets in an entry of the directory. */
  private static final int MADE_BY = 5;

  private static final int FLAGS = 8;
  private static final int METHOD = 10;
  private static final int SIZE = 24;
  private static final int MODE = 40;
  private static final int NAME = 46;

  @TempDir private Path folder;

  private Path archive(String... names) throws IOException {
    Path zip = folder.resolve("tiny.zip");
    Files.deleteIfExists(zip);
    try (EvidenceArchive.Writer out = new EvidenceArchive.Writer(zip)) {
      for (String name : names) {
        out.add(name, TEXT.getBytes(StandardCharsets.UTF_8));
      }
    }
    return zip;
  }

  @Test
  void isReadInPlaceAndGivesTheSameBytesAgain() throws IOException {
    byte[] first = Files.readAllBytes(archive(JSON, CAPTURE));
    Bundle bundle = Bundle.open(archive(JSON, CAPTURE));
    assertThat(bundle.place()).hasBinaryContent(first);
    assertThat(bundle.files()).containsExactly(JSON, CAPTURE);
    assertThat(bundle.problems()).isEmpty();
    assertThat(bundle.name()).isEqualTo("tiny");
    Path file = InnerPath.of(bundle.folder(), JSON);
    assertThat(Files.readString(file)).isEqualTo(TEXT);
    assertThat(bundle.folder().relativize(file)).hasToString(JSON);
    assertThat(first).as("the text is packed").hasSizeLessThan(2 * TEXT.length());
  }

  @Test
  void alteredContentIsNamed() throws IOException {
    Path zip = archive(JSON, CAPTURE);
    byte[] bytes = Files.readAllBytes(zip);
    int stored = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("{\"n\": 1}");
    bytes[stored + 6] = '2';
    Files.write(zip, bytes);
    assertThat(Bundle.open(zip).problems())
        .containsExactly(
            zip + ": " + CAPTURE + " has been altered: its SHA-256 is not the one in SHA256SUMS");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../x",
        "/etc/passwd",
        "evidence/../../x",
        "evidence/..",
        "evidence/./x",
        "evidence//x",
        "evidence\\x",
        "evidence/a/1/",
        "evidence",
        "elsewhere/x",
        "result.json"
      })
  void aNameThatIsNoEvidenceIsRefused(String name) throws IOException {
    Path zip = archive(JSON, name);
    assertThatThrownBy(() -> Bundle.open(zip))
        .isInstanceOf(RefusedPath.class)
        .hasMessageContaining("'" + name + "'")
        .hasMessageContaining("expected ");
  }

  @Test
  void aFileBelowAFileIsRefused() throws IOException {
    Path zip = archive("evidence/a", "evidence/a/1/x");
    assertThatThrownBy(() -> Bundle.open(zip)).hasMessageContaining("below a file");
  }

  static Stream<Arguments> prepared() {
    return Stream.of(
        with("twice", at -> at.put(NAME, "evidence/a/1/y.pcap".getBytes(), 0, 19)),
        with("no regular file", at -> at.put(MADE_BY, (byte) 3).putShort(MODE, link())),
        with("no regular file", at -> at.put(MADE_BY, (byte) 3).putShort(MODE, pipe())),
        with("found another size", at -> at.putInt(SIZE, 10)),
        with("found another size", at -> at.putInt(SIZE, TEXT.length() + 1)),
        with("unpacks to more than", at -> at.putInt(SIZE, -1)),
        with("encrypted", at -> at.putShort(FLAGS, (short) 1)),
        with("unknown way", at -> at.putShort(METHOD, (short) 12)),
        with("unknown way", at -> at.putShort(METHOD, (short) 0)),
        with("cannot be read", at -> at.put(NAME + 9, (byte) 0xff)),
        with("broken directory", at -> at.putShort(28, (short) -1)));
  }

  private static short link() {
    return (short) 0120777;
  }

  private static short pipe() {
    return (short) 0010644;
  }

  private static Arguments with(String why, UnaryOperator<ByteBuffer> edit) {
    return Arguments.of(why, edit);
  }

  /** Changes the first entry of the directory. */
  @ParameterizedTest
  @MethodSource("prepared")
  void aPreparedDirectoryIsRefused(String why, UnaryOperator<ByteBuffer> edit) throws IOException {
    Path zip = archive("evidence/a/1/x.json", "evidence/a/1/y.pcap");
    byte[] bytes = Files.readAllBytes(zip);
    int at = directory(bytes);
    edit.apply(
        ByteBuffer.wrap(bytes, at, bytes.length - at).slice().order(ByteOrder.LITTLE_ENDIAN));
    Files.write(zip, bytes);
    assertThatThrownBy(() -> Bundle.open(zip))
        .isInstanceOf(RefusedPath.class)
        .hasMessageContaining(zip.toString())
        .hasMessageContaining(why);
  }

  private static int directory(byte[] zip) {
    return ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN).getInt(zip.length - 6);
  }

  @Test
  void anIncompleteArchiveIsRefused() throws IOException {
    byte[] whole = Files.readAllBytes(archive(JSON, CAPTURE));
    for (int length : new int[] {0, 10, 22, whole.length / 2, whole.length - 1}) {
      refusedAsIncomplete(Arrays.copyOf(whole, length));
      refusedAsIncomplete(Arrays.copyOfRange(whole, whole.length - length, whole.length));
    }
    refusedAsIncomplete(Arrays.copyOf(whole, whole.length + 1));
  }

  private void refusedAsIncomplete(byte[] bytes) throws IOException {
    Path zip = Files.write(folder.resolve("tiny.zip"), bytes);
    assertThatThrownBy(() -> Bundle.open(zip))
        .isInstanceOf(RefusedPath.class)
        .hasMessageContaining("is incomplete");
  }
}
