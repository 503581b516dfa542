package dev.faultlab.lesson;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplanationFiguresTest {
  @ParameterizedTest
  @CsvSource({
    "40.63, 2, 41",
    "0.09349, 2, 0.093",
    "6123.7, 1, '6,000'",
    "1578, 5, '1,578'",
    "65535, 5, '65,535'",
    "2998765, 2, '3,000,000'",
    "1, 2, 1",
    "0, 2, 0",
  })
  void numbersAreRoundedToTheirDigits(double value, int digits, String text) {
    assertThat(ExplanationFigures.rounded(value, digits)).isEqualTo(text);
  }
}
