package dev.faultlab.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.faultlab.files.Json;
import dev.faultlab.point.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which trial stands for a point. */
class RunResultTest {
  private static final Point FAULT = SampleRun.point("shared-name", 17);
  private static final Point CONTROL = SampleRun.point("own-name", 17);

  @TempDir Path folder;

  @Test
  void itIsTheFirstWhereAllAreAsExpected() throws IOException {
    assertThat(SampleRun.asExpected().exhibit(FAULT).orElseThrow().index()).isEqualTo(1);
    assertThat(exhibit(CONTROL, 1, 2, "state", "UNKNOWN")).contains(1);
  }

  @Test
  void itIsTheOneThatContradictsThoughOnlyByItsReason() throws IOException {
    assertThat(exhibit(CONTROL, 1, 2, "state", "PRESENT")).contains(3);
    assertThat(exhibit(CONTROL, 1, 2, "code", "single-thread")).contains(3);
  }

  @Test
  void itIsTheOneThatCannotBeToldWhereTheFaultIsExpected() throws IOException {
    assertThat(exhibit(FAULT, 0, 3, "state", "UNKNOWN")).contains(4);
  }

  /** Of the sample with one thing changed that a trial has shown. */
  private Optional<Integer> exhibit(Point of, int outcome, int trial, String field, String value)
      throws IOException {
    ResultJson json = new ResultJson();
    ObjectNode tree = (ObjectNode) Json.MAPPER.readTree(json.text(SampleRun.asExpected()));
    ObjectNode observation =
        (ObjectNode) tree.path("outcomes").path(outcome).path("observations").path(trial);
    observation.put(field, value);
    Path file =
        Files.writeString(folder.resolve("result.json"), Json.MAPPER.writeValueAsString(tree));
    return json.read(file).exhibit(of).map(RunResult.TrialResult::index);
  }
}
