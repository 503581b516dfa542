package dev.faultlab.cli;

import dev.faultlab.check.CheckFile;
import dev.faultlab.check.ConditionResult;
import dev.faultlab.check.Side;
import dev.faultlab.check.SideResult;
import dev.faultlab.command.Toolbox;
import dev.faultlab.seen.ClientResult;
import dev.faultlab.seen.State;
import dev.faultlab.seen.TrialOutcome;
import dev.faultlab.servicecheck.CheckResult;
import dev.faultlab.servicecheck.ServiceCheck;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A check that starts nothing: the fault is absent before and found as the test says after. */
final class SyntheticCheck extends ServiceCheck {
  private final PrintStream out;

  /** What the candidate shows. */
  State after = State.PRESENT;

  /** Thrown in place of a result. */
  Optional<Exception> failure = Optional.empty();

  final List<CheckFile> asked = new ArrayList<>();

  SyntheticCheck(Toolbox tools) {
    super(tools, null);
    this.out = tools.out();
  }

  /** A project with two versions of a gateway; returns its faultlab.yaml. */
  static Path project(Path folder, String versions) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("compose.yaml"), "services: {}\n");
    return Files.writeString(
        folder.resolve("faultlab.yaml"),
        """
        service: gateway
        calls: backend:8080
        ask: GET http://gateway:80/
        %s
        conditions: {idle-dropped: {after: 5s}}
        """
            .formatted(versions));
  }

  @Override
  public void require(CheckFile check) {
    // nothing that could not be checked
  }

  @Override
  public CheckResult run(CheckFile check, boolean restart) throws IOException {
    asked.add(check);
    if (failure.isPresent() && failure.get() instanceof IOException unwritten) {
      throw unwritten;
    }
    if (failure.isPresent()) {
      throw (RuntimeException) failure.get();
    }
    List<Side> sides = check.sides();
    return CheckResult.of(
        "20260102T030405Z-c",
        check,
        List.of(
            new ConditionResult(
                "idle-dropped",
                "forgets idle connections",
                "https://example.org/",
                "try --restart-service",
                List.of(side(sides.get(0), State.ABSENT), side(sides.get(1), after)))),
        List.of());
  }

  private static SideResult side(Side side, State found) {
    TrialOutcome trial = new TrialOutcome(result(found), List.of());
    return new SideResult(side, List.of(trial, trial), Optional.empty());
  }

  private static ClientResult result(State found) {
    int affected = found == State.PRESENT ? 8 : 0;
    return new ClientResult(
        found,
        Optional.empty(),
        8,
        affected,
        affected,
        8,
        found == State.PRESENT ? "dead-connection-used" : "opens-new-connections",
        "data on " + affected + " forgotten connections",
        Map.of(),
        List.of());
  }

  @Override
  public void print(CheckResult result) {
    out.println(result.sentence());
  }
}
