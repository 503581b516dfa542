package dev.faultlab.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.capture.dns.DnsScene;
import dev.faultlab.capture.file.Capture;
import dev.faultlab.capture.tcp.TcpScene;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users of the library call. */
class CaptureTest {
  @TempDir private Path folder;

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
    Capture tcp = Capture.read(write("b.pcap", new TcpScene().data(1, 10).toBytes()));
    assertThat(tcp.tcp().connections().get(0).timeline()).hasSize(1);
    assertThat(tcp.dns().exchanges()).isEmpty();
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
}
