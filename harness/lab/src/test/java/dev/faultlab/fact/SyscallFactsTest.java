package dev.faultlab.fact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SyscallFactsTest {
  private static final String OPEN =
      "52    read(13<socket:[54]>, \"GET /health?open HTTP/1.1\\r\\n\"..., 8192) = 89\n";
  private static final String CLOSE =
      "52    read(13<socket:[55]>, \"GET /health?close HTTP/1.1\\r\\n\"..., 8192) = 89\n";

  private static final FactSpec SPEC = new FactSpec("a-fact", "bytes", "a fact");

  @TempDir private Path folder;

  @Test
  void countsCallsAndBytesOfAFileWithTheirLines() throws IOException {
    SyscallFacts facts =
        facts(
            OPEN
                + "53    read(7</dev/random>, \"\\261\\253\"..., 256) = 256\n"
                + "53    read(8</dev/urandom>, \"\\3\\2\"..., 20) = 20\n"
                + "54    read(7</dev/random>, \"\\261\\253\"..., 256) = 100\n"
                + CLOSE);
    assertThat(facts.calls(SPEC, "/dev/random").value()).isEqualTo(2);
    assertThat(facts.bytes(SPEC, "/dev/random").value()).isEqualTo(356);
    assertThat(facts.bytes(SPEC, "/dev/random").where()).isEqualTo("lines 2-4");
    assertThat(facts.bytes(SPEC, "/dev/urandom").value()).isEqualTo(20);
    assertThat(facts.bytes(SPEC, "/dev/urandom").where()).isEqualTo("line 3");
    assertThat(facts.bytes(SPEC, "/dev/null").where()).isEqualTo("no line");
  }

  @Test
  void leavesOutWhatIsNotBetweenTheMarkers() throws IOException {
    String read = "53    read(7</dev/random>, \"\\261\", 1) = 1\n";
    assertThat(facts(read + OPEN + read + CLOSE + read).calls(SPEC, "/dev/random").value())
        .isEqualTo(1);
  }

  @Test
  void putsSplitCallsTogether() throws IOException {
    SyscallFacts facts =
        facts(
            OPEN
                + "53    read(7</dev/random>,  <unfinished ...>\n"
                + "54    read(12<socket:[56]>, \"GET /codes/strong HTTP/1.1\\r"
                + "\\n"
                + "\"..., 8192) = 90\n"
                + "55    read(9</dev/urandom>,  <unfinished ...>\n"
                + "53    <... read resumed>\"\\1\\2\"..., 256) = 256\n"
                + "55    <... read resumed>\"\\3\"..., 8) = 8\n"
                + CLOSE);
    assertThat(facts.bytes(SPEC, "/dev/random").value()).isEqualTo(256);
    assertThat(facts.bytes(SPEC, "/dev/random").where()).isEqualTo("line 5");
    assertThat(facts.bytes(SPEC, "/dev/urandom").value()).isEqualTo(8);
    assertThat(facts.readsOf(SPEC, "GET /codes/strong ").value()).isEqualTo(1);
  }

  @Test
  void countsWhatHasNoDescriptorByTheNameOfTheCall() throws IOException {
    assertThat(
            facts(OPEN + "53    getrandom(\"\\1\\2\"..., 32, GRND_NONBLOCK) = 32\n" + CLOSE)
                .bytes(SPEC, "getrandom")
                .value())
        .isEqualTo(32);
  }

  @Test
  void doesNotCountErrorsAndEnds() throws IOException {
    SyscallFacts facts =
        facts(
            OPEN
                + "53    read(7</dev/random>, 0x7f, 256) = -1 EAGAIN (Resource temporarily"
                + " unavailable)\n"
                + "53    read(7</dev/random>, \"\", 256) = 0\n"
                + "53    read(7</dev/random>, 0x7f, 256) = ? ERESTARTSYS (To be restarted)\n"
                + "53    <... read resumed>\"\", 256) = 256\n"
                + CLOSE);
    assertThat(facts.calls(SPEC, "/dev/random").value()).isZero();
  }

  @Test
  void isMissingWithoutItsMarkers() {
    assertThatThrownBy(() -> facts(CLOSE))
        .isInstanceOf(MissingFact.class)
        .hasMessageContaining("has no 'GET /health?open'");
    assertThatThrownBy(() -> facts(OPEN)).hasMessageContaining("has no 'GET /health?close'");
    assertThatThrownBy(() -> facts(CLOSE + OPEN)).hasMessageContaining("comes before");
  }

  private SyscallFacts facts(String log) throws IOException {
    Files.writeString(folder.resolve("syscalls.log"), log);
    return new SyscallFacts(
        SampleTrial.in(folder), "syscalls.log", "GET /health?open", "GET /health?close");
  }
}
