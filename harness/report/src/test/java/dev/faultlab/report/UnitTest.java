package dev.faultlab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.effect.Estimate;
import dev.faultlab.result.Numbers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "5125439;us;5.13 [2.56, 10.3] s",
        "11174;us;11.2 [5.59, 22.3] ms",
        "999;us;999 [500, 1,998] us",
        "1500;ms;1.5 [0.75, 3] s",
        "5000;s;5,000 [2,500, 10,000] s",
        "0.0000016;s;1.6 [0.8, 3.2] us",
        "0.01;ms;0.01 [0.005, 0.02] ms",
        "0;s;0 [0, 0] s",
        "5125439;B;5,125,439 [2,562,720, 10,250,878] B",
        "0.25;1;0.25 [0.125, 0.5]",
        "86.2;1/s;86.2 [43.1, 172] 1/s"
      })
  void timesAreShownInTheUnitThatFits(double median, String unit, String shown) {
    assertThat(Numbers.show(new Estimate(median, median / 2, median * 2, 5), unit))
        .isEqualTo(shown);
  }
}
