package dev.faultlab.token.bench;

import dev.faultlab.token.generate.Generator;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The options of {@link CodeCosts}. */
final class BenchOptions {
  static final String HELP =
      "Usage: bench [--threads 1,2,4,8] [--generators A,B] [--warm-ups 3] [--iterations 5]\n"
          + "             [--millis 500] [--json FILE]\n"
          + "What one code costs inside the JVM, by generator and number of threads (JMH).\n"
          + "  --threads     numbers of threads, one after the other\n"
          + "  --generators  only these; default: all six\n"
          + "  --warm-ups    iterations that are thrown away\n"
          + "  --iterations  iterations that count; the error bar is a 99.9 % interval over them\n"
          + "  --millis      length of an iteration in milliseconds\n"
          + "  --json        also write the table there\n";

  private static final int MOST_THREADS = 256;
  private static final int MOST = 100_000;

  private List<Integer> threads = Arrays.asList(1, 2, 4, 8);
  private List<Generator> generators = Arrays.asList(Generator.values());
  private int warmUps = 3;
  private int iterations = 5;
  private int millis = 500;
  private Optional<Path> json = Optional.empty();
  private boolean help;

  private BenchOptions() {}

  /**
   * Reads a command line.
   *
   * @throws IllegalArgumentException naming the option, what was found and what was expected
   */
  static BenchOptions parse(String[] arguments) {
    BenchOptions options = new BenchOptions();
    List<String> rest = new ArrayList<>(Arrays.asList(arguments));
    while (!rest.isEmpty()) {
      String option = rest.remove(0);
      if (option.equals("--help")) {
        options.help = true;
      } else if (rest.isEmpty()) {
        throw new IllegalArgumentException(
            "found '" + option + "' at the end, expected an option with a value (see --help)");
      } else {
        options.set(option, rest.remove(0));
      }
    }
    return options;
  }

  private void set(String option, String value) {
    switch (option) {
      case "--threads":
        threads =
            Arrays.stream(value.split(","))
                .map(n -> wholeNumber(option, n, MOST_THREADS))
                .collect(Collectors.toList());
        break;
      case "--generators":
        generators =
            Arrays.stream(value.split(",")).map(Generator::of).collect(Collectors.toList());
        break;
      case "--warm-ups":
        warmUps = wholeNumber(option, value, MOST);
        break;
      case "--iterations":
        iterations = wholeNumber(option, value, MOST);
        break;
      case "--millis":
        millis = wholeNumber(option, value, MOST);
        break;
      case "--json":
        json = Optional.of(Paths.get(value));
        break;
      default:
        throw new IllegalArgumentException("found '" + option + "', see --help");
    }
  }

  private static int wholeNumber(String option, String text, int highest) {
    try {
      int value = Integer.parseInt(text.trim());
      if (value >= 1 && value <= highest) {
        return value;
      }
    } catch (NumberFormatException e) {
      // told below, as a number out of range is
    }
    throw new IllegalArgumentException(
        option + ": found '" + text + "', expected a whole number from 1 to " + highest);
  }

  List<Integer> threads() {
    return threads;
  }

  List<Generator> generators() {
    return generators;
  }

  int warmUps() {
    return warmUps;
  }

  int iterations() {
    return iterations;
  }

  int millis() {
    return millis;
  }

  Optional<Path> json() {
    return json;
  }

  boolean help() {
    return help;
  }
}
