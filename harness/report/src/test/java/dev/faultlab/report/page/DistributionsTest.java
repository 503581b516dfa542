package dev.faultlab.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionsTest {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 10, 997, 20_000})
  void everyPointIsWhatTheHistogramSays(int calls) {
    Random random = new Random(calls);
    Histogram histogram = new Histogram(3);
    for (int i = 0; i < calls; i++) {
      histogram.recordValue((long) Math.exp(20 * random.nextDouble()));
    }
    List<Double> xy = Distributions.points(histogram);
    double most = Math.max(2, calls);
    assertThat(xy.get(xy.size() - 2)).isEqualTo(most);
    for (int i = 0; i < xy.size(); i += 2) {
      double percentile = xy.get(i) >= most ? 100 : 100 * (1 - 1 / xy.get(i));
      double said = histogram.getValueAtPercentile(percentile) / 1e6;
      assertThat(xy.get(i + 1)).as("at %s", percentile).isCloseTo(said, withinPercentage(0.1));
    }
  }
}
