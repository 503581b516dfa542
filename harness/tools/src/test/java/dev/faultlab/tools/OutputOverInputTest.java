package dev.faultlab.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.packet.Captures;
import dev.faultlab.cli.TinyLab;
import dev.faultlab.command.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An output file that is the input under another name. */
class OutputOverInputTest {
  private static final String NAME = "java-lock.pcap.gz";

  @TempDir private Path root;
  private TinyLab lab;
  private Path capture;
  private byte[] before;

  @BeforeEach
  void capture() throws IOException {
    lab = new TinyLab(root);
    Path folder = Files.createDirectory(root.resolve("captures"));
    capture = Files.copy(Captures.FOLDER.resolve(NAME), folder.resolve(NAME));
    before = Files.readAllBytes(capture);
  }

  @Test
  void aLinkToTheCaptureIsTheCapture() throws IOException {
    Path soft = Files.createSymbolicLink(root.resolve("soft.pcapng"), capture);
    Path hard = Files.createLink(root.resolve("hard.pcapng"), capture);
    for (Path out : List.of(soft, hard, root.resolve("captures/../captures").resolve(NAME))) {
      refused("diagnose " + capture + " --annotate " + out, "which is the capture");
      refused("diagnose " + out + " --annotate " + capture, "which is the capture");
    }
  }

  @Test
  void aFileOfTheFolderIsTheCapture() throws IOException {
    Files.copy(Captures.FOLDER.resolve("tcp-slow-reader.pcap"), root.resolve("captures/other"));
    refused("diagnose " + capture.getParent() + " --annotate " + capture, "which is the capture");
  }

  @Test
  void aProfileMayNotReplaceTheCapture() throws IOException {
    Path named = Files.createLink(root.resolve("captures/dfilters"), capture);
    refused("diagnose " + named + " --wireshark " + named.getParent(), "which is the capture");
  }

  /** What is there stays until the copy is whole, and nothing else is left. */
  @Test
  void aCopyTakesItsPlaceInOneStep() throws IOException {
    Path old = Files.writeString(root.resolve("out.pcapng"), "old");
    Path link = Files.createSymbolicLink(root.resolve("link.pcapng"), old);
    try (var open = Files.newInputStream(old)) {
      assertThat(run("diagnose " + capture + " --annotate " + link)).isEqualTo(1);
      assertThat(open.readAllBytes()).asString().isEqualTo("old");
    }
    assertThat(link).isSymbolicLink();
    assertThat(Files.size(old)).isGreaterThan(before.length);
    assertThat(root).isDirectoryNotContaining("glob:**.part");
  }

  private int run(String words) {
    return lab.faultlab(List.of(words.split(" ")));
  }

  private void refused(String words, String why) throws IOException {
    int told = lab.err().length();
    assertThat(run(words)).as(words).isEqualTo(ExitStatus.USAGE);
    // The command writes its own errors to standard error, picocli those of usage to ours.
    assertThat(lab.err().substring(told)).as(words).contains(why).doesNotContain("\tat ");
    assertThat(Files.readAllBytes(capture)).as(words).isEqualTo(before);
  }
}
