package dev.faultlab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.result.SampleRun;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FigureTest {
  private final Figure figure = new Figure(SampleRun.asExpected());

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "metric lookups-per-second shared-name@jdk=17; 86.1 [85.3, 86.9] 1/s, n = 5",
        "ratio lookups-per-second shared-name@jdk=17 own-name; 0.125x [0.123, 0.127]",
        "found serialised-lookups shared-name@jdk=17; present 5/5",
        "fact threads-asking own-name@jdk=25; 8"
      })
  void aFigureIsShownAsInASentence(String query, String words) {
    assertThat(figure.words(query)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "metric nonsense shared-name; this run has no metric 'nonsense' at shared-name",
        "metric lookups-per-second threads@jdk=17; this run has 4 where one is meant"
      })
  void aFigureThatTheResultDoesNotGiveIsAnError(String query, String why) {
    assertThatThrownBy(() -> figure.words(query)).hasMessageContaining(why);
  }
}
