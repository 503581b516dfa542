package dev.faultlab.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class MedianTest {

  @Test
  void isTheMiddleInWhateverOrderTheSamplesCome() {
    assertThat(Median.of(List.of(9.0, 1.0, 5.0))).isEqualTo(5);
    assertThat(Median.of(List.of(7.0))).isEqualTo(7);
  }

  @Test
  void liesHalfwayBetweenTheTwoInTheMiddle() {
    assertThat(Median.of(List.of(20.0, 1.0, 2.0, 10.0))).isEqualTo(6);
  }

  @Test
  void isRefusedWhereThereIsNone() {
    assertThatThrownBy(() -> Median.of(List.of())).hasMessage("no samples, expected at least one");
    assertThatThrownBy(() -> Median.of(List.of(1.0, Double.NaN)))
        .hasMessage("sample NaN is not a finite number");
  }
}
