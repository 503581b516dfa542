package dev.faultlab.charset.bare;

import dev.faultlab.charset.Arguments;
import dev.faultlab.charset.decode.Sample;
import dev.faultlab.charset.decode.Way;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What one run of {@link BareDecodes} does. */
final class BareOptions {
  private static final Set<String> NAMES =
      new TreeSet<>(
          Arrays.asList("--mix", "--way", "--uses", "--warm-up", "--json", "--flame-graph"));
  private static final int MOST = 100_000_000;

  private final Arguments given;

  private BareOptions(Arguments given) {
    this.given = given;
  }

  /**
   * Reads pairs of option and value.
   *
   * @throws IllegalArgumentException naming the option, what was found and what was expected
   */
  static BareOptions parse(String[] arguments) {
    BareOptions options = new BareOptions(Arguments.parse("bare", NAMES, arguments));
    options.mix();
    options.way();
    options.uses();
    options.warmUp();
    return options;
  }

  /** The names in the order in which they are used, over and over; see {@link Sample#in}. */
  List<String> mix() {
    return given.list("--mix");
  }

  Way way() {
    return Way.of(given.required("--way"));
  }

  /** How many uses of a name are counted, see {@link Loop#decode}. */
  int uses() {
    return given.number("--uses", 3_000, MOST);
  }

  /** How many come before that. */
  int warmUp() {
    return given.number("--warm-up", 3_000, MOST);
  }

  Optional<Path> json() {
    return given.get("--json").map(Paths::get);
  }

  Optional<Path> flameGraph() {
    return given.get("--flame-graph").map(Paths::get);
  }
}
