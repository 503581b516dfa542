package dev.faultlab.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How much memory there is for stacks. */
public final class Memory {
  /** The user's setting: {@code 8g}, {@code 512m}. */
  public static final String VARIABLE = "FAULTLAB_MEMORY";

  private static final Pattern AVAILABLE = Pattern.compile("MemAvailable:\\s+(\\d+) kB");
  private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,5})([gm])");
  private static final int KIBIBYTES = 1024;

  /** The harness, the engine and the page cache need some as well. */
  private static final double USABLE_SHARE = 0.9;

  private Memory() {}

  /** KiB that Linux can provide without swapping; empty if the text has no such line. */
  public static OptionalLong available(String meminfo) {
    Matcher found = AVAILABLE.matcher(meminfo);
    return found.find() ? OptionalLong.of(Long.parseLong(found.group(1))) : OptionalLong.empty();
  }

  /**
   * MiB that stacks may use together: the value in the environment, else nine tenths of this
   * machine's available memory. Empty if neither is known, or the engine is on another machine.
   *
   * @throws IllegalArgumentException when the environment holds something other than a size
   */
  public static OptionalInt forStacks(Map<String, String> environment) {
    String message = environment.getOrDefault(VARIABLE, "").strip().toLowerCase(Locale.ROOT);
    if (!message.isEmpty()) {
      Matcher size = SIZE.matcher(message);
      if (!size.matches()) {
        throw new IllegalArgumentException(
            VARIABLE + ": found '" + message + "', expected a size such as 8g or 6000m");
      }
      int number = Integer.parseInt(size.group(1));
      return OptionalInt.of(size.group(2).equals("g") ? number * KIBIBYTES : number);
    }
    String host = environment.getOrDefault("DOCKER_HOST", "");
    if (!host.isEmpty() && !host.startsWith("unix:")) {
      return OptionalInt.empty();
    }
    OptionalLong free = available(read(Path.of("/proc/meminfo")));
    return free.isPresent()
        ? OptionalInt.of((int) (free.getAsLong() / KIBIBYTES * USABLE_SHARE))
        : OptionalInt.empty();
  }

  /** The text of a file; empty if there is no such file. */
  public static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }
}
