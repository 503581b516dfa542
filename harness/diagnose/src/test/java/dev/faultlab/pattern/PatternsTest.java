package dev.faultlab.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The predicates at their edges, with both demands. */
class PatternsTest {
  @ParameterizedTest
  @CsvSource({
    "49, 8, 1, 0, TOO_FEW_LOOKUPS",
    "50, 8, 1, 0, SERIALISED",
    "50, 7, 1, 0, TOO_FEW_CALLERS",
    "50, 8, 2, 0, CONCURRENT",
    "50, 7, 2, 0, CONCURRENT",
    "50, 8, 2, 1, DOUBTFUL",
    "50, 7, 2, 1, TOO_FEW_CALLERS",
  })
  void tellsALockFromAProgramThatCounts(
      long lookups, long callers, long max, long doubtful, OneAtATime.Answer answer) {
    assertThat(OneAtATime.of(OneAtATime.Minimum.COUNTED, lookups, callers, max, doubtful))
        .isEqualTo(answer);
  }

  @ParameterizedTest
  @CsvSource({"19, 2, TOO_FEW_LOOKUPS", "20, 2, SERIALISED", "20, 1, TOO_FEW_CALLERS"})
  void asksLessOfACaptureWhoseCallersWereSeenToWait(
      long lookups, long callers, OneAtATime.Answer answer) {
    assertThat(OneAtATime.of(OneAtATime.Minimum.CAPTURE, lookups, callers, 1, 0)).isEqualTo(answer);
  }

  @ParameterizedTest
  @CsvSource({
    "100, 19, TOO_FEW",
    "20, 20, EACH",
    "21, 20, MORE",
    "19, 20, BETWEEN",
    "6, 20, BETWEEN",
    "5, 20, FEW",
    "0, 20, FEW",
  })
  void comparesExactCounts(long lookups, long uses, LookupsPerUse.Answer answer) {
    assertThat(LookupsPerUse.of(LookupsPerUse.Minimum.COUNTED, lookups, uses)).isEqualTo(answer);
  }

  @ParameterizedTest
  @CsvSource({
    "9, 9, TOO_FEW",
    "10, 10, EACH",
    "75, 100, EACH",
    "74, 100, BETWEEN",
    "25, 100, FEW",
    "133, 100, EACH",
    "134, 100, MORE",
  })
  void allowsForWhatACaptureMisses(long lookups, long uses, LookupsPerUse.Answer answer) {
    assertThat(LookupsPerUse.of(LookupsPerUse.Minimum.CAPTURE, lookups, uses)).isEqualTo(answer);
  }

  @ParameterizedTest
  @CsvSource({
    "2, 1, 0, MERGED",
    "2, 2, 0, TOGETHER",
    "2, 2, 1, DOUBTFUL",
    "5, 4, 0, MERGED",
    "5, 5, 0, TOGETHER",
    "5, 6, 2, DOUBTFUL",
  })
  void countsOnlyWhatWasCertainlyTogether(
      long together, long max, long doubtful, ConcurrentLookups.Answer answer) {
    assertThat(ConcurrentLookups.of(together, max, doubtful)).isEqualTo(answer);
  }

  @Test
  void holdsDeclaredScalesAgainstApplied() {
    OptionalInt none = OptionalInt.empty();
    OptionalInt one = OptionalInt.of(1);
    OptionalInt seven = OptionalInt.of(7);
    assertThat(WindowScales.of(one, seven)).isEqualTo(WindowScales.Answer.MISMATCH);
    assertThat(WindowScales.of(one, none)).isEqualTo(WindowScales.Answer.MISMATCH);
    assertThat(WindowScales.of(seven, seven)).isEqualTo(WindowScales.Answer.AGREE);
    assertThat(WindowScales.of(none, seven)).isEqualTo(WindowScales.Answer.OPTION_REMOVED);
    assertThat(WindowScales.of(none, none)).isEqualTo(WindowScales.Answer.NO_SCALING);
    assertThat(WindowScales.timesTooSmall(1, 7)).isEqualTo(64);
    assertThat(WindowScales.timesTooSmall(7, 1)).isEqualTo(1);
  }
}
