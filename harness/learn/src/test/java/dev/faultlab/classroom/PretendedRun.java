package dev.faultlab.classroom;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.faultlab.feed.RunEvent;
import dev.faultlab.feed.RunEventJson;
import dev.faultlab.files.Json;
import dev.faultlab.verdict.Judgement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A program that tells what {@code ./faultlab run syncookie --events} tells, without a lab. It
 * stands still in the middle of its first trial, until it is let go; its result is the committed
 * one, with a verdict of choice.
 */
final class PretendedRun implements ClassRun.Starter {
  static final String ID = "20260101T000000Z-0001";
  static final String REASON = "this is only pretended";

  /** As a session calls it. */
  static final String NAME = ServedClass.LAB + "/" + ID;

  private final Path folder;
  private final Judgement judgement;
  private Process process;

  /**
   * One that comes out as expected.
   *
   * @param folder for its results
   */
  PretendedRun(Path folder) throws IOException {
    this(folder, Judgement.AS_EXPECTED);
  }

  PretendedRun(Path folder, Judgement judgement) throws IOException {
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
    Path first = lines("first", new RunEvent.Begun(ID, 2));
    Path rest =
        lines("rest", new RunEvent.TrialEnded("fault", 1), new RunEvent.TrialEnded("control", 1));
    process =
        new ProcessBuilder(
                "bash",
                "-c",
                "cat \"$0\"; echo 'lab syncookie, short form' >&2; cat >&2; cat \"$1\"; exit $2",
                first.toString(),
                rest.toString(),
                String.valueOf(judgement.exitStatus()))
            .start();
    return process;
  }

  private Path lines(String name, RunEvent... moments) throws IOException {
    return Files.write(
        folder.resolve(name), List.of(moments).stream().map(RunEventJson::line).toList());
  }

  /** It goes on to its end. */
  void letGo() throws IOException {
    process.getOutputStream().close();
  }
}
