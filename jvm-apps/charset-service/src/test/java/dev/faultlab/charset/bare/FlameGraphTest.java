package dev.faultlab.charset.bare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FlameGraphTest {

  @Test
  void countsTheSamplesOfTheLoopOnly() {
    String collapsed =
        String.join(
            "\n",
            "Main.main;Loop.round;Sample.decode 10",
            "Main.main;Loop.round;java/util/ServiceLoader$1.next 30",
            "Main.main;Loop.round;java/util/ServiceLoader$1.next;java/util/zip/ZipFile.getEntry 60",
            "thread_native_entry;CompileBroker::compiler_thread_loop 500");

    assertThat(FlameGraph.count(collapsed))
        .containsEntry("samples", 100L)
        .containsEntry("inServiceLoader", 90L)
        .containsEntry("inZipFileGetEntry", 60L)
        .containsEntry("shareInServiceLoader", 0.9)
        .containsEntry("shareInZipFileGetEntry", 0.6);
  }

  @Test
  void anEmptyProfileIsAFailure() {
    assertThatThrownBy(() -> FlameGraph.count("thread_native_entry 5"))
        .hasMessageContaining("no sample of the loop");
  }
}
