package dev.faultlab.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ExecutionTest {

  @Test
  void tellsItsEndInOneLineWithoutWhatAParserPointsWith() {
    String output =
        "parse error: invalid numeric literal\n  {\"a\": 1x}\n         ^~~\n\nnothing read\n";

    assertThat(failed(output, "ignored").tail())
        .isEqualTo("parse error: invalid numeric literal; {\"a\": 1x}; nothing read");
  }

  @Test
  void tellsWhatItPrintedAndTheEndOfMuch() {
    assertThat(failed(" \n", "no route\n").tail()).isEqualTo("no route");
    assertThat(failed("a".repeat(600), "").tail()).isEqualTo("a".repeat(600));
    assertThat(failed("b" + "a".repeat(600), "").tail()).isEqualTo("..." + "a".repeat(600));
  }

  private static Execution failed(String stderr, String stdout) {
    return new Execution(1, stdout.getBytes(StandardCharsets.UTF_8), stderr);
  }
}
