package dev.faultlab.scripts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.LocalCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** harness/scripts/bootstrap on machines that have more or less, played by a PATH of our own. */
class BootstrapTest {
  private static final Path TOOLS = Path.of("../scripts").toAbsolutePath();
  private static final int MISSING = 69;
  private static final int USAGE = 64;
  private static final boolean ROOT = System.getProperty("user.name").equals("root");

  @TempDir private Path directory;
  private final Commands run = new LocalCommands();

  @BeforeEach
  void anAlmostEmptyMachine() throws IOException {
    for (String tool : new String[] {"bash", "dirname", "grep", "id", "readlink", "cat"}) {
      program(tool, "exec /usr/bin/" + tool + " \"$@\"");
    }
  }

  @Test
  void oneMessageListsAllThatIsMissingWithTheCommandThatBringsEach() {
    CommandResult result = bootstrap("--check", "engine", "compose", "maven");
    assertThat(result.status()).isEqualTo(MISSING);
    assertThat(result.out()).isEmpty();
    List<String> lines = result.err().lines().toList();
    assertThat(lines).hasSize(5);
    assertThat(lines.get(1)).contains("Docker Engine");
    assertThat(lines.get(2)).contains("Docker Compose 2");
    assertThat(lines.get(3)).contains("Apache Maven");
    assertThat(lines.get(4)).contains("bootstrap engine compose maven");
  }

  @Test
  void aMachineThatHasItAllHearsNothing() throws IOException {
    program("docker", "[ $LC_ALL = C ] || exit 1; [ $1 = compose ] && echo 2.26.1 || echo 20.10");
    program("mvn", "");
    CommandResult result = bootstrap("engine", "compose", "maven");
    assertThat(result.status()).isZero();
    assertThat(result.out() + result.err()).isEmpty();
  }

  @Test
  void composeOneIsNotComposeTwo() throws IOException {
    program("docker", "[ \"$1\" = compose ] && echo 1.29.2 || echo 20.10.24");
    CommandResult result = bootstrap("--check", "engine", "compose");
    assertThat(result.status()).isEqualTo(MISSING);
    assertThat(result.err()).contains("Docker Compose 2").doesNotContain("Docker Engine (");
  }

  @Test
  void anEngineThatWasChosenAndDoesNotAnswerIsNotReplaced() throws IOException {
    aMachineWhoseEngineIsStopped();
    CommandResult result =
        run.run(bootstrapping("engine", "maven").with("DOCKER_HOST", "tcp://192.0.2.1:2375"));
    assertThat(result.status()).isEqualTo(MISSING);
    assertThat(result.err())
        .contains("none answers at DOCKER_HOST=tcp://192.0.2.1:2375, and no other is started")
        .doesNotContain("one command brings them all");
    assertThat(directory.resolve("started")).doesNotExist();
    assertThat(directory.resolve("installed")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"n, '', 69", "'', '', 69", "y, '', 0", "n, 1, 0"})
  void rootIsAskedOnATerminal(String answer, String yes, int status) throws IOException {
    assumeTrue(ROOT);
    aMachineWhoseEngineIsStopped();
    String typed = "exec /usr/bin/bash " + script("bootstrap") + " engine";
    CommandResult result =
        run.run(
            Command.of(
                    "/usr/bin/bash",
                    "-c",
                    "echo \"$1\" | /usr/bin/script -qec \"$0\" /dev/null",
                    typed,
                    answer)
                .with("PATH", home())
                .with("CI", "")
                .with("FAULTLAB_YES", yes));
    assertThat(result.status()).as(result.out()).isEqualTo(status);
    assertThat(result.out().contains("go on? [y/N]")).isEqualTo(yes.isEmpty());
    assertThat(Files.exists(directory.resolve("started"))).isEqualTo(status == 0);
  }

  /** All is installed, but nobody answers until dockerd has been started. */
  private void aMachineWhoseEngineIsStopped() throws IOException {
    String started = directory.resolve("started").toString();
    program("docker", "[ -e " + started + " ] && echo 20.10.24");
    program("dockerd", "");
    program("setsid", ": >" + started + "; exec /usr/bin/sleep 1");
    program("apt-get", ": >" + directory.resolve("installed"));
    program("flock", "");
    program("sleep", "exec /usr/bin/sleep \"$@\"");
  }

  @Test
  void anUnknownWordIsWrongUsage() {
    assertThat(bootstrap("docker").status()).isEqualTo(USAGE);
  }

  @ParameterizedTest
  @CsvSource({"17.0.15, 17", "1.8.0_392, 8", "25, 25", "28-ea, 28", "11.0.33+8, 11"})
  void readsAJdksVersionWithoutStartingIt(String version, String major) throws IOException {
    program("bin/javac", "exit 1");
    Files.writeString(directory.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    CommandResult result =
        run.run(Command.of("bash", "-c", ". \"$0\" && jdk_major \"$1\"", script("jdk.sh"), home()));
    assertThat(result.out().strip()).isEqualTo(major);
  }

  @Test
  void aJavaWithoutACompilerIsNoJdk() throws IOException {
    Files.writeString(directory.resolve("release"), "JAVA_VERSION=\"17.0.15\"\n");
    CommandResult result =
        run.run(Command.of("bash", "-c", ". \"$0\" && jdk_major \"$1\"", script("jdk.sh"), home()));
    assertThat(result.ok()).isFalse();
  }

  /** Of a service or a cron job. */
  @ParameterizedTest
  @ValueSource(strings = {"build --help", "maven --version"})
  void scriptsThatBeginACommandNeedNoHome(String line) {
    CommandResult result =
        run.run(
            Command.of("bash", "-c", "unset HOME XDG_CACHE_HOME; exec bash " + TOOLS + "/" + line));
    assertThat(result.status()).as(result.err()).isZero();
    assertThat(result.err()).doesNotContain("unbound");
  }

  private CommandResult bootstrap(String... words) {
    return run.run(bootstrapping(words));
  }

  private Command bootstrapping(String... words) {
    List<String> command = new ArrayList<>(List.of("/usr/bin/bash", script("bootstrap")));
    command.addAll(List.of(words));
    return Command.of(command).with("PATH", home()).with("DOCKER_HOST", "").with("CI", "");
  }

  private void program(String name, String body) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/usr/bin/bash\n" + body + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private static String script(String name) {
    return TOOLS.resolve(name).toString();
  }

  private String home() {
    return directory.toString();
  }
}
