package dev.faultlab.classroom;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.faultlab.feed.RunEvent;
import dev.faultlab.files.Json;
import dev.faultlab.verdict.Judgement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A program that tells what {@code ./faultlab run syncookie --events} tells, without a lab. It
 * stands still in the middle of its first trial, until it is let go; its result is the committed
 * one, with a verdict of choice.
 */
final class FakeRun implements ClassRun.Starter {
  static final String ID = "20260101T000000Z-0001";
  static final String REASON = "this is only pretended";

  /** As a session calls it. */
  static final String NAME = ServedClass.LAB + "/" + ID;

  private final Path folder;
  private final Judgement judgement;
  private Process process;

  /**
   * A run that comes out so.
   *
   * @param folder for its results
   */
  FakeRun(Path folder, Judgement judgement) throws IOException {
    this.folder = Files.createDirectories(folder);
    this.judgement = judgement;
    Path committed = Path.of("../../results/reference", ServedClass.LAB + ".json");
    Path reference = Files.createDirectories(folder.resolve("reference"));
    Files.copy(committed, reference.resolve(ServedClass.LAB + ".json"));
    Path run = Files.createDirectories(folder.resolve(ServedClass.LAB).resolve(ID));
    ObjectNode result = (ObjectNode) Json.MAPPER.readTree(committed.toFile());
    result.putObject("verdict").put("judgement", judgement.name()).putArray("reasons").add(REASON);
    if (judgement == Judgement.CONTRADICTED) {
      ObjectNode outcome = (ObjectNode) result.path("outcomes").path(0);
      boolean present = outcome.path("state").asText().equals("PRESENT");
      outcome.put("judgement", judgement.name());
      outcome.putObject("expectation").put("presence", present ? "ABSENT" : "PRESENT");
    }
    Json.MAPPER.writeValue(run.resolve("result.json").toFile(), result);
  }

  Path results() {
    return folder;
  }

  @Override
  public Process start() throws IOException {
    String end = new RunEvent.TrialEnded("fault", 1).line();
    process =
        new ProcessBuilder(
                "bash",
                "-c",
                "echo \"$0\"; echo 'lab syncookie, short form' >&2; cat >&2; echo \"$1\"; exit $2",
                new RunEvent.RunStarted(ID, 2).line(),
                end + "\n" + end,
                String.valueOf(judgement.exitStatus()))
            .start();
    return process;
  }

  /** It goes on to its end. */
  void finish() throws IOException {
    process.getOutputStream().close();
  }
}
