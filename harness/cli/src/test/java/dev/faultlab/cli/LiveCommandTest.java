package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchema;
import dev.faultlab.files.Json;
import dev.faultlab.machine.CommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveCommandTest {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Path ANSWERS = ROOT.resolve("go-apps/live/testdata");

  @TempDir private Path folder;

  private record Run(int status, String out, String err) {}

  /** As if the build had ended like this. */
  private Run run(CommandResult build, String... words) {
    TestShell shell = new TestShell(ROOT, folder, command -> build);
    int status = shell.run(List.of(words));
    return new Run(status, shell.out(), shell.err());
  }

  private static CommandResult built(Path program) {
    return new CommandResult(0, program + "\n", "");
  }

  /** A program that does this. */
  private Path program(String script) throws IOException {
    Path program = Files.writeString(folder.resolve("program"), "#!/bin/sh\n" + script + "\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return program;
  }

  /** It keeps what it is given and ends with 1. */
  private Path keeping(Path kept) throws IOException {
    return program("printf '%s\\n' \"$@\" >" + kept + "\nexit 1");
  }

  @Test
  void handsItsWordsToTheExecutableAndItsStatusBack() throws IOException {
    Path kept = folder.resolve("words");
    Run run = run(built(keeping(kept)), "live", "--for", "3s", "--json", "--jvm", "1,2");
    assertThat(run.status()).isEqualTo(1);
    assertThat(kept).hasContent("--for\n3s\n--json\n--jvm\n1,2\n");
  }

  /** As Go's runtime does after a fault that nothing can catch. */
  @Test
  void aProgramThatCrashesHasNoAnswer() throws IOException {
    Run run = run(built(program("kill -ABRT $$")), "live");
    assertThat(run.status()).isEqualTo(70);
    assertThat(run.err()).contains("faultlab-live crashed (status 134)");
  }

  /** Another JVM starts the program and is ended as a supervisor would. */
  @Test
  void theProgramEndsWithUs() throws Exception {
    Path number = folder.resolve("number");
    Path program = program("echo $$ >" + number + "\nexec sleep 1000");
    Process launcher =
        TestShell.java(
                List.of(LiveCommandTest.class.getName(), folder.toString(), program.toString()))
            .start();
    while (!Files.exists(number) || Files.size(number) == 0) {
      assertThat(launcher.isAlive()).isTrue();
      Thread.onSpinWait();
    }
    long pid = Long.parseLong(Files.readString(number).strip());
    ProcessHandle running = ProcessHandle.of(pid).orElseThrow();

    launcher.destroy();

    try {
      assertThat(launcher.waitFor()).isEqualTo(143);
      assertThat(running.onExit()).succeedsWithin(Duration.ofMinutes(1));
    } finally {
      running.destroy(); // where it is left behind
    }
  }

  /** {@code live} with a program that is built already. */
  public static void main(String[] arguments) {
    LiveCommandTest test = new LiveCommandTest();
    test.folder = Path.of(arguments[0]);
    System.exit(test.run(built(Path.of(arguments[1])), "live").status());
  }

  @Test
  void saysWhereTheExecutableIsWithoutStartingIt() throws IOException {
    Path kept = folder.resolve("words");
    Path program = keeping(kept);
    Run run = run(built(program), "live", "--executable");
    assertThat(run.status()).isZero();
    assertThat(run.out()).isEqualTo(program + "\n");
    assertThat(kept).doesNotExist();
  }

  @Test
  void cannotJudgeWithoutTheExecutable() {
    Run run = run(new CommandResult(1, "", "go: no network"), "live");
    assertThat(run.status()).isEqualTo(69);
    assertThat(run.err()).contains("could not be built", "go: no network");
  }

  /** The files are what the tests of go-apps/live compare its output with. */
  @Test
  void itsAnswersFitTheSchemaOfDiagnose() throws IOException {
    JsonSchema schema = DiagnoseCommandTest.schema();
    for (String name : List.of("finding.json", "nothing.json")) {
      JsonNode answer = Json.MAPPER.readTree(ANSWERS.resolve(name).toFile());
      assertThat(schema.validate(answer)).as(name).isEmpty();
      // As an answer about a capture it would lack the capture.
      JsonNode wrong = answer.deepCopy();
      ((com.fasterxml.jackson.databind.node.ObjectNode) wrong).remove("host");
      assertThat(schema.validate(wrong)).as(name).isNotEmpty();
    }
  }
}
