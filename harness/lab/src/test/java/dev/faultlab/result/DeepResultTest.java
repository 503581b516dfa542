package dev.faultlab.result;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jackson has an end to what may be nested; the refusal has to name the file. */
class DeepResultTest {
  @TempDir private Path folder;

  @Test
  void aResultThatIsNestedTooDeepIsRefusedByName() throws IOException {
    Path file = folder.resolve("result.json");
    for (String text : new String[] {"[".repeat(100_000), "{\"a\":".repeat(100_000)}) {
      Files.writeString(file, text);
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> ResultJson.read(file))
          .withMessageContaining(file.toString());
    }
  }
}
