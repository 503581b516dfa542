package dev.faultlab.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.docker.ImageException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ParallelTasksTest {
  private final List<String> begun = Collections.synchronizedList(new ArrayList<>());

  @Test
  void whatHasTheLongestRowBehindItGoesFirst() {
    CountDownLatch rest = new CountDownLatch(6);
    CountDownLatch kept = new CountDownLatch(ParallelTasks.atOnce() - 1);
    try (ParallelTasks work = new ParallelTasks()) {
      for (int i = 1; i < ParallelTasks.atOnce(); i++) {
        work.add(
            "keeps room " + i,
            List.of(),
            () -> {
              kept.countDown();
              await(rest);
            });
      }
      List<String> first = List.of("first");
      work.add(
          "first",
          List.of(),
          () -> {
            // Only then is there room for one at a time.
            await(kept);
            begun.add("first");
            rest.countDown();
          });
      add(work, rest, "none behind", first);
      add(work, rest, "one behind", first);
      add(work, rest, "two behind", first);
      add(work, rest, "middle", List.of("two behind"));
      add(work, rest, "end", List.of("middle", "one behind"));
      work.run();
    }
    assertThat(begun)
        .containsExactly("first", "two behind", "one behind", "middle", "none behind", "end");
  }

  @Test
  void whatStandsOnAFailureIsNotBegunButWhatStandsBesideIt() {
    CountDownLatch rest = new CountDownLatch(1);
    try (ParallelTasks work = new ParallelTasks()) {
      work.add(
          "fails",
          List.of(),
          () -> {
            throw new ImageException("no such package");
          });
      add(work, rest, "behind it", List.of("fails"));
      add(work, rest, "beside it", List.of("here already"));
      assertThatThrownBy(work::run)
          .isInstanceOf(ImageException.class)
          .hasMessage("no such package");
    }
    assertThat(begun).containsExactly("beside it");
  }

  private void add(ParallelTasks work, CountDownLatch rest, String name, List<String> after) {
    work.add(
        name,
        after,
        () -> {
          begun.add(name);
          rest.countDown();
        });
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
