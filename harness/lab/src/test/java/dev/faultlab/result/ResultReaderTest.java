package dev.faultlab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.point.Selector;
import dev.faultlab.result.ResultQuery.CountQuery;
import dev.faultlab.result.ResultQuery.FactQuery;
import dev.faultlab.result.ResultQuery.MetricQuery;
import dev.faultlab.result.ResultQuery.NoAnswer;
import dev.faultlab.result.ResultReader.Several;
import dev.faultlab.seen.State;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResultReaderTest {
  private final RunResult run = SampleRun.asExpected();
  private final ResultReader strict = new ResultReader(run, Several.REFUSED);
  private final ResultReader first = new ResultReader(run, Several.FIRST);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "metric",
        "metric m",
        "metric m p q",
        "found s",
        "guess m p",
        "time load",
        "run all",
        "metric m p@jdk",
        "ratio m a b c"
      })
  void whatIsNoQueryIsRefused(String text) {
    assertThatThrownBy(() -> ResultQuery.parse(text)).isInstanceOf(NoAnswer.class);
  }

  @Test
  void severalPointsAreRefusedOrTheFirstIsTaken() {
    MetricQuery query = (MetricQuery) ResultQuery.parse("metric lookups-per-second shared-name");
    assertThatThrownBy(() -> strict.metric(query)).hasMessageContaining("has 2 where one is meant");
    assertThat(first.metric(query).point().settings()).startsWith("jdk 17");
  }

  /** Another load inside the trial is another number, not another point to choose from. */
  @Test
  void theLoadInsideATrialIsNeverGuessed() {
    MetricQuery query = (MetricQuery) ResultQuery.parse("metric lookups-per-second threads@jdk=17");
    assertThatThrownBy(() -> first.metric(query)).hasMessageContaining("has 4 where one is meant");
    assertThat(
            first
                .metric(
                    (MetricQuery) ResultQuery.parse("metric lookups-per-second threads@threads=8"))
                .within())
        .hasToString("{threads=8}");
  }

  @Test
  void aFactThatATrialLacksIsNoNumber() {
    Selector any = Selector.any();
    FactQuery query = new FactQuery(Optional.of("serialised-lookups"), "none", any);
    assertThatThrownBy(() -> first.number(query)).hasMessageContaining("lacks the fact 'none'");
    assertThatThrownBy(() -> strict.number(ResultQuery.parse("fact none own-name@jdk=25")))
        .isInstanceOf(NoAnswer.class);
    assertThat(strict.number(ResultQuery.parse("fact threads-asking own-name@jdk=25")).median())
        .isEqualTo(8);
  }

  @Test
  void pointsAreCounted() {
    assertThat(
            strict
                .number(new CountQuery("serialised-lookups", State.PRESENT, Selector.any()))
                .median())
        .isEqualTo(run.outcomes().stream().filter(o -> o.state() == State.PRESENT).count());
  }
}
