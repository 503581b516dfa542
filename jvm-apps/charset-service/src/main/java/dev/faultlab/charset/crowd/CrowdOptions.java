package dev.faultlab.charset.crowd;

import dev.faultlab.charset.Arguments;
import dev.faultlab.charset.decode.Way;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What one run of {@link CrowdedDecodes} does. */
final class CrowdOptions {
  private static final Set<String> NAMES =
      new TreeSet<>(
          Arrays.asList("--mix", "--way", "--threads", "--rounds", "--held", "--jar", "--json"));
  private static final int MOST_THREADS = 1_000;
  private static final int MOST_ROUNDS = 1_000_000;

  private final Arguments given;

  private CrowdOptions(Arguments given) {
    this.given = given;
  }

  /**
   * Reads pairs of option and value.
   *
   * @throws IllegalArgumentException naming the option, what was found and what was expected
   */
  static CrowdOptions parse(String[] arguments) {
    CrowdOptions options = new CrowdOptions(Arguments.parse("crowd", NAMES, arguments));
    options.mix();
    options.way();
    options.threads();
    options.rounds();
    options.held();
    return options;
  }

  /** The names in the order in which each thread uses them. */
  List<String> mix() {
    return given.list("--mix");
  }

  Way way() {
    return Way.of(given.required("--way"));
  }

  int threads() {
    return given.number("--threads", 16, MOST_THREADS);
  }

  /** How often each thread goes through the mix while nothing is held. */
  int rounds() {
    return given.number("--rounds", 3_000, MOST_ROUNDS);
  }

  /** Whose monitor is held while the threads decode. */
  HeldLock held() {
    String found = given.get("--held").orElse("jar");
    return Arrays.stream(HeldLock.values())
        .filter(held -> held.toString().equals(found))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--held: found '" + found + "', expected jar or standard-charsets"));
  }

  /** The file name of the jar that is held. */
  String jar() {
    return given.get("--jar").orElse("filler-001.jar");
  }

  Optional<Path> json() {
    return given.get("--json").map(Paths::get);
  }
}
