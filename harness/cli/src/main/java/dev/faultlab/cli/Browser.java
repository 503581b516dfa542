package dev.faultlab.cli;

import dev.faultlab.machine.Progress;
import java.io.IOException;
import java.util.Map;

/** Opens pages in a browser. */
final class Browser {
  /** Only where there is a desktop; callers print the address in any case. */
  static void open(Map<String, String> environment, Progress progress, String page) {
    boolean hasDesktop =
        !environment.getOrDefault("DISPLAY", "").isEmpty()
            || !environment.getOrDefault("WAYLAND_DISPLAY", "").isEmpty();
    if (hasDesktop) {
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
