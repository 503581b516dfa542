package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.result.RunResult;
import dev.faultlab.verdict.Obstacle;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** More stacks than the memory holds. */
class WavesOfARunTest extends TinyLabTest {
  private static final String FORTY =
      IntStream.rangeClosed(1, 40).mapToObj(Integer::toString).collect(Collectors.joining(","));

  @BeforeEach
  void declareMemory() throws IOException {
    lab.declare(text -> text + "\nmemory: {app: 900, dns: 100}\n");
  }

  @Test
  void fortyStacksInEightGibibytesEndWell() throws IOException {
    Set<Integer> up = ConcurrentHashMap.newKeySet();
    for (int i = 1; i <= 40; i++) {
      lab.engine()
          .on(
              "start tiny-" + i,
              () -> up.add(lab.engine().started().size() - lab.engine().stopped().size()));
    }
    lab.memory("8g");

    assertThat(lab.run("--release", FORTY, "--trials", "1")).as(lab.err()).isZero();

    assertThat(lab.engine().started()).hasSize(40);
    assertThat(lab.engine().stopped()).hasSize(32);
    assertThat(up).allSatisfy(before -> assertThat(before).isLessThan(8));
    RunResult result = lab.result();
    assertThat(result.trials()).hasSize(80);
    assertThat(result.stacks()).hasSize(40);
    assertThat(result.provenance()).containsEntry("waves", "5");
    assertThat(lab.engine().times("logs")).isEqualTo(40);
  }

  @Test
  void anEngineThatFailsBetweenTwoWavesLeavesWhatWasMeasured() throws IOException {
    lab.memory("1g");
    lab.engine()
        .on(
            "stop tiny-1",
            () -> {
              lab.engine().goAway();
              throw new IllegalStateException("broken pipe");
            });

    RunResult result = lab.ends(2);
    assertThat(result.trials()).hasSize(4);
    assertThat(result.obstacles()).hasSize(1);
    assertThat(result.obstacles().get(0).kind()).isEqualTo(Obstacle.Kind.ENGINE);
    assertThat(result.obstacles().get(0).message()).contains("broken pipe");
  }

  @Test
  void aPlanAndARunSayWhatMemoryTheyNeed() {
    lab.memory("8g");
    lab.faultlab("plan", "tiny", "--release", FORTY);
    lab.runShort("--trials", "1");

    assertThat(lab.out())
        .contains("40 stacks, 39.1 GiB of memory, of which 8.0 GiB are available: 5 waves of");
    assertThat(lab.heard().get(0)).contains("4 trials on 2 stacks, 2.0 GiB of memory; ");
  }

  @Test
  void aSizeThatIsNoneIsWrongUsage() {
    lab.memory("much");

    assertThat(lab.run()).isEqualTo(64);
    assertThat(lab.err()).contains("FAULTLAB_MEMORY: found 'much', expected a size such as 8g");
    assertThat(lab.engineAsked()).isFalse();
  }
}
