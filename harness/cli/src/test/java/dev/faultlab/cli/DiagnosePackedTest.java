package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Wire;
import dev.faultlab.files.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;
import picocli.CommandLine;

/** Few bytes may declare that unpacking them takes more memory than there is. */
class DiagnosePackedTest {
  /** Where a block begins in a file of one block (The .xz File Format, 2.1.1 and 3.1). */
  private static final int XZ_BLOCK = 12;

  private static final int XZ_DICTIONARY = XZ_BLOCK + 4;

  @TempDir private Path folder;

  private record Run(int status, String out, String err) {}

  private static Run run(Object... files) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    DiagnoseCommand command =
        new DiagnoseCommand(
            InputStream.nullInputStream(),
            new PrintStream(out),
            new PrintStream(err),
            (lab, fault) -> List.of());
    String[] words =
        Stream.concat(Stream.of("--json"), Arrays.stream(files).map(Object::toString))
            .toArray(String[]::new);
    int status = new CommandLine(command).execute(words);
    return new Run(status, out.toString(), err.toString());
  }

  /** A small file that declares a dictionary of 1.5 GiB. */
  private Path xz(String name) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (XZOutputStream xz = new XZOutputStream(packed, new LZMA2Options(0))) {
      xz.write(new byte[24]);
    }
    byte[] file = packed.toByteArray();
    file[XZ_DICTIONARY] = 37;
    CRC32 sum = new CRC32();
    sum.update(file, XZ_BLOCK, 8);
    ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putInt(XZ_BLOCK + 8, (int) sum.getValue());
    return Files.write(folder.resolve(name), file);
  }

  /** A frame without contents that declares a window of 2 GiB (RFC 8878 3.1.1.1). */
  private Path zstd(String name) throws IOException {
    byte[] frame = Wire.bytes(0x28, 0xb5, 0x2f, 0xfd, 0, 31 - 10 << 3, 1, 0, 0);
    return Files.write(folder.resolve(name), frame);
  }

  private static void isRefused(Run run, Path file, String declared, String program)
      throws IOException {
    assertThat(run.status()).isEqualTo(ExitStatus.INCONCLUSIVE);
    assertThat(run.err())
        .contains("cannot read", file.toString(), declared, "MiB allowed here", program);
    assertThat(Json.MAPPER.readTree(run.out()).at("/capture/end").asText()).isEqualTo("unreadable");
  }

  @Test
  void whatDeclaresTooLargeAWindowIsUnreadable() throws IOException {
    Path xz = xz("a.pcap.xz");
    assertThat(Files.size(xz)).isLessThan(100);
    isRefused(run(xz), xz, "unpacking takes 1537 MiB of memory", "unxz");
    Path zstd = zstd("a.pcap.zst");
    isRefused(run(zstd), zstd, "unpacking takes 2048 MiB of memory", "unzstd");
  }

  @Test
  void amongSeveralFilesTheOneIsNamed() throws IOException {
    Path xz = xz("b.pcap.xz");
    isRefused(
        run(folder.resolve("../" + folder.getFileName()).resolve("b.pcap.xz"), xz),
        xz,
        "1537",
        "unxz");
    isRefused(run(folder), xz, "1537", "unxz");
  }
}
