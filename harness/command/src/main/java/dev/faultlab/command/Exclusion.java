package dev.faultlab.command;

import dev.faultlab.effect.Bound;
import java.util.Optional;
import picocli.CommandLine.Option;

/** {@code --exclude}: as many trials as an absence needs to exclude a rate. */
public final class Exclusion {
  public static final String OPTION = "--exclude";
  public static final String UNTIL_DECIDED = "--until-decided";
  public static final String UNTIL_DECIDED_HELP =
      "end a point's trials when each of its faults has shown; an absence needs all trials";

  /** At most 100 trials of a point. */
  private static final double MIN_RATE = 0.03;

  @Option(
      names = OPTION,
      paramLabel = "PERCENT",
      description = "Run enough trials that absence excludes a fault of this rate: 10%% takes 29")
  private Optional<String> rate = Optional.empty();

  /** The number of trials, typed or chosen. */
  public Optional<Integer> trials(Optional<Integer> typed) {
    return rate.map(percent -> trials(percent, typed.isPresent())).or(() -> typed);
  }

  public static int trials(String percent, boolean typed) {
    WrongUsage.throwIf(typed, "found --trials and %s, expected one of them", OPTION);
    double share = Percent.share(OPTION, percent);
    if (share < MIN_RATE || share > 1) {
      String explanation = "a point has at most 100 trials, which exclude 3%";
      throw new WrongUsage("%s %s: expected 3%% to 100%%; %s", OPTION, percent, explanation);
    }
    return Bound.trials(share);
  }
}
