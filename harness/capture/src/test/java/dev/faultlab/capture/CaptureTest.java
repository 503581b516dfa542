package dev.faultlab.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.capture.dns.DnsScene;
import dev.faultlab.capture.file.Capture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** What users of the library call. */
class CaptureTest {
  @TempDir private Path folder;

  /** For a JVM that has only this module on its class path. */
  static final class Reader {
    public static void main(String[] files) {
      for (String file : files) {
        try {
          System.out.println(Capture.read(Path.of(file)).dns().names().keySet());
        } catch (IOException e) {
          System.out.println(e.getMessage());
        }
      }
    }
  }

  private static byte[] lookup() throws IOException {
    return new DnsScene().query(0, 1, 1, "backend.test", DnsScene.A).toBytes();
  }

  private Path write(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  @Test
  void readsTheLookupsOfAFile() throws IOException {
    Capture capture = Capture.read(write("a.pcap", lookup()));
    assertThat(capture.dns().name("Backend.test.").orElseThrow().counts().lookups()).isEqualTo(1);
    assertThat(capture.tcp().connections()).isEmpty();
    assertThat(capture.files()).containsExactly(folder.resolve("a.pcap"));
  }

  @Test
  void readsAFolderAsOneCapture() throws IOException {
    write("b.pcap", new DnsScene().query(0.5, 1, 1, "other.test", DnsScene.A).toBytes());
    write("z.pcap", lookup());
    Capture capture = Capture.read(folder);
    assertThat(capture.files()).containsExactly(folder.resolve("z.pcap"), folder.resolve("b.pcap"));
    assertThat(capture.dns().name("other.test").orElseThrow().firstFrame()).isEqualTo(2);
  }

  @Test
  void refusesAFileThatIsNotThere() {
    assertThatThrownBy(() -> Capture.read(folder.resolve("none.pcap")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void refusesAPipeWhichIsReadOnlyOnce() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertThatThrownBy(() -> Capture.read(pipe))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(pipe + " is a pipe or a device");
  }

  @Test
  void needsALibraryOnlyForTheCompressionThatItUnpacks() throws Exception {
    ByteArrayOutputStream gzip = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(gzip)) {
      out.write(lookup());
    }
    ByteArrayOutputStream xz = new ByteArrayOutputStream();
    try (OutputStream out = new XZOutputStream(xz, new LZMA2Options())) {
      out.write(lookup());
    }
    Path packed = write("c.pcap.xz", xz.toByteArray());
    byte[] zstd = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0x24, 0, 1, 0, 0};
    List<String> said =
        withoutLibraries(
            write("a.pcap", lookup()),
            write("b.pcap.gz", gzip.toByteArray()),
            packed,
            write("d.pcap.zst", zstd));
    assertThat(said).hasSize(4);
    assertThat(said.subList(0, 2)).containsOnly("[backend.test]");
    assertThat(said.get(2))
        .startsWith(packed + ": it is compressed with xz, and org.tukaani:xz is not on the class")
        .endsWith("unpack the file first with unxz");
    assertThat(said.get(3)).contains("zstd, and com.github.luben:zstd-jni is not");
    // With the library, the same file is read.
    assertThat(Capture.read(packed).dns().names()).containsOnlyKeys("backend.test");
  }

  private List<String> withoutLibraries(Path... files) throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    List<String> command =
        new java.util.ArrayList<>(
            List.of(
                java.toString(),
                "-cp",
                "target/classes:target/test-classes",
                Reader.class.getName()));
    for (Path file : files) {
      command.add(file.toString());
    }
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return Files.readAllLines(output);
  }
}
