package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FixWindowCommandTest {
  private final TestShell shell = new TestShell();

  private int run(String... options) {
    List<String> words = new ArrayList<>(List.of("fixes", "window"));
    words.addAll(List.of(options));
    return shell.run(words);
  }

  @Test
  void itPrintsTheCommandForEachRoute() {
    int status =
        run(
            "--receive-buffer=102400",
            "--route=192.0.2.0/24 dev eth0 proto kernel scope link src 192.0.2.40 window 65535 ",
            "--route=2001:db8::/64 dev eth0 proto kernel metric 256 pref medium");
    assertThat(status).isZero();
    assertThat(shell.out())
        .contains("declare scale 1", "gets scale 7", "up to 131071")
        .contains(
            "  ip route change 192.0.2.0/24 dev eth0 proto kernel scope link src 192.0.2.40 window"
                + " 102400\n")
        .contains(
            "  ip -6 route change 2001:db8::/64 dev eth0 proto kernel metric 256 pref medium window"
                + " 102400\n")
        .contains(
            "To undo it:\n"
                + "  ip route change 192.0.2.0/24 dev eth0 proto kernel scope link src 192.0.2.40\n");
  }

  @Test
  void whereTheScalesAgreeThereIsNothingToChange() {
    assertThat(
            run(
                "--receive-buffer=6291456",
                "--rmem-max=6291456",
                "--route=default via 192.0.2.1 dev eth0"))
        .isZero();
    assertThat(shell.out()).contains("the same scale").doesNotContain("ip route");
  }
}
