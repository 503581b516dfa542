package dev.faultlab.incidents;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoredTextTest {
  @ParameterizedTest
  @CsvSource({"UTF-8,0", "US-ASCII,40", "ISO-8859-1,40"})
  void eachCharacterThatTheCharsetLacksIsCounted(String charset, int changed, @TempDir Path folder)
      throws Exception {
    StoredText stored = new StoredText(folder.resolve("stored.txt"));
    if (charset.equals("ISO-8859-1")) {
      assertThat(stored.readOld(charset)).isZero();
      assertThat(stored.readOld("UTF-8")).isEqualTo(changed);
    } else {
      assertThat(stored.write(charset)).isEqualTo(changed);
    }
  }

  @Test
  void theDefaultIsTheMachinesOwn(@TempDir Path folder) throws Exception {
    StoredText stored = new StoredText(folder.resolve("stored.txt"));
    String machines = java.nio.charset.Charset.defaultCharset().name();

    assertThat(stored.write("default")).isEqualTo(stored.write(machines));
    assertThat(stored.readOld("default")).isEqualTo(stored.readOld(machines));
  }
}
