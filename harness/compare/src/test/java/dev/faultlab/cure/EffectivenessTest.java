package dev.faultlab.cure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.cure.CureResults.Proof;
import dev.faultlab.point.Point;
import dev.faultlab.seen.State;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Outcome;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EffectivenessTest {
  /** Points, each with the cure and without it; "-" where it was not run without. */
  @ParameterizedTest
  @CsvSource({
    "ABSENT/PRESENT, CURES",
    "ABSENT/PRESENT ABSENT/PRESENT, CURES",
    "ABSENT/-, CURES",
    "PRESENT/PRESENT, DOES_NOT_HELP",
    "PRESENT/-, DOES_NOT_HELP",
    "ABSENT/PRESENT PRESENT/PRESENT, IN_PART",
    "UNKNOWN/PRESENT, CANNOT_TELL",
    "ABSENT/PRESENT UNKNOWN/PRESENT, CANNOT_TELL",
    "ABSENT/ABSENT, CANNOT_TELL",
    "ABSENT/UNKNOWN, CANNOT_TELL",
    "ABSENT/PRESENT ABSENT/ABSENT, CANNOT_TELL",
    "PRESENT/ABSENT, DOES_NOT_HELP",
  })
  void aCureTakesAwayWhatIsThereWithoutIt(String points, Effectiveness help) {
    assertThat(
            Effectiveness.of(
                Arrays.stream(points.split(" ")).map(EffectivenessTest::proof).toList()))
        .isEqualTo(help);
  }

  @Test
  void whatWasNotTriedIsNotShown() {
    assertThat(Effectiveness.of(List.of())).isEqualTo(Effectiveness.NOT_SHOWN);
  }

  private static Proof proof(String words) {
    List<Outcome> sides =
        Arrays.stream(words.split("/"))
            .filter(word -> !word.equals("-"))
            .map(word -> outcome(State.valueOf(word)))
            .toList();
    return new Proof(sides.get(0), sides.stream().skip(1).findFirst());
  }

  private static Outcome outcome(State state) {
    return new Outcome(
        new Point("cookies", Map.of()),
        "lost-window-scale",
        null,
        Set.of(),
        state,
        Map.of(),
        Judgement.AS_EXPECTED,
        "",
        List.of());
  }
}
