package dev.faultlab.run;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** An error of a worker must not become an exception that is written down as a failed trial. */
class WorkersTest {
  @Test
  void anErrorStaysAnError() {
    try (Workers workers = new Workers(1)) {
      var work =
          workers.submit(
              () -> {
                throw new OutOfMemoryError("on purpose");
              });
      assertThatThrownBy(() -> Workers.await(work)).isInstanceOf(OutOfMemoryError.class);
    }
  }
}
