package dev.faultlab.run;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkersTest {

  @ParameterizedTest
  @ValueSource(
      classes = {IOException.class, IllegalArgumentException.class, InterruptedException.class})
  void whatOneThrowsIsThrownWhereItIsAwaited(Class<? extends Exception> type) throws Exception {
    try (Workers workers = new Workers(1)) {
      Exception thrown = type.getConstructor().newInstance();
      Future<Void> work =
          workers.submit(
              () -> {
                throw thrown;
              });
      assertThatThrownBy(() -> Workers.await(work)).isExactlyInstanceOf(type);
    }
  }

  /** An error must not become an exception that is written down as a failed trial. */
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
