package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lab.Lab;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.Workspace;
import dev.faultlab.plan.Planner;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * The recipes of {@code make reference} take hours, so nobody notices soon that one names a variant
 * that is gone, or lacks the other side that a verdict needs.
 */
class ReferenceRecipesTest {
  private static final Pattern RUN = Pattern.compile("(?m)\\./faultlab run .*$");

  @TempDir private Path cache;

  @Test
  void eachCanBeCarriedOutAndEndWithAVerdict() throws Exception {
    Toolbox tools = tools();
    List<String> runs =
        RUN.matcher(
                tools.commands().run(Command.of("../harness/scripts/reference", "--list")).out())
            .results()
            .map(MatchResult::group)
            .toList();

    assertThat(runs).isNotEmpty();
    for (String run : runs) {
      CommandLine.ParseResult given =
          Main.commandLine(tools, true)
              .parseArgs(run.replace("./faultlab ", "").split(" "))
              .subcommand()
              .subcommand();
      Lab lab = tools.labs().read(given.commandSpec().name());
      assertThat(new Planner(lab).plan(LabCommand.choices(lab, given)).oneSided())
          .as(run)
          .isEmpty();
    }
  }

  private Toolbox tools() {
    Workspace workspace =
        new Workspace(Path.of(".."), CacheDir.of(Map.of("XDG_CACHE_HOME", cache.toString())));
    return new Toolbox(
        workspace, new LocalCommands(), Progress.silent(), Map.of(), System.out, List.of());
  }
}
