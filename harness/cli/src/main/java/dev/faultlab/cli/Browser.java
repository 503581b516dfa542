package dev.faultlab.cli;

import dev.faultlab.machine.Progress;
import java.io.IOException;
import java.util.Map;

/** Opens pages for a person. */
final class Browser {
  private Browser() {}

  /** Where there is a desktop to open it on; who calls has printed the address all the same. */
  static void open(Map<String, String> environment, Progress progress, String page) {
    boolean desktop =
        !environment.getOrDefault("DISPLAY", "").isEmpty()
            || !environment.getOrDefault("WAYLAND_DISPLAY", "").isEmpty();
    if (desktop) {
      try {
        new ProcessBuilder("xdg-open", page)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
      } catch (IOException e) {
        progress.say("could not open a browser: " + e.getMessage());
      }
    }
  }
}
