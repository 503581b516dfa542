package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.diagnose.Floods;
import dev.faultlab.files.Json;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a capture has very many of, diagnose ends in a small heap and says what it left out. */
class DiagnoseMemoryTest {
  @TempDir private Path folder;

  /** Runs diagnose on each file, in one JVM; the answer goes to a file beside it. */
  public static void main(String[] files) throws Exception {
    for (String file : files) {
      try (PrintStream out = new PrintStream(file + ".json")) {
        DiagnoseCommandTest.run(InputStream.nullInputStream(), out, System.err, file, "--json");
      }
    }
  }

  @Test
  void staysWithinTheHeapAndSaysWhatWasLeftOut() throws Exception {
    String main = DiagnoseMemoryTest.class.getName();
    List<String> command = new ArrayList<>(List.of("-Xmx32m", "-XX:+UseSerialGC", main));
    for (Floods.Flood flood : Floods.ALL.keySet()) {
      Path file = folder.resolve(flood.name());
      Files.write(file, flood.capture().get());
      command.add(file.toString());
    }
    Path output = folder.resolve("said");
    Process child =
        TestShell.java(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
    assertThat(child.waitFor()).as(() -> read(output)).isZero();
    for (Map.Entry<Floods.Flood, String> each : Floods.ALL.entrySet()) {
      JsonNode json = Json.MAPPER.readTree(folder.resolve(each.getKey() + ".json").toFile());
      assertThat(json.get("unseen").toString()).as(each.getKey().name()).contains(each.getValue());
      assertThat(json.get("findings"))
          .noneMatch(f -> f.get("confidence").asText().equals("certain"));
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (java.io.IOException e) {
      return e.toString();
    }
  }
}
