package dev.faultlab.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** ./faultlab in a clone whose builds and prerequisites are played by scripts of our own. */
class LauncherTest extends CloneWithStubs {
  private static final int USAGE = 64;
  private static final int UNAVAILABLE = 69;

  @BeforeEach
  void aFreshClone() throws IOException {
    copyLauncher();
    script("harness/scripts/bootstrap", "echo \"bootstrap $* yes=${FAULTLAB_YES:-}\"");
    script("harness/scripts/build", "echo \"build $* with $JAVA_HOME\"");
    Files.writeString(root.resolve("pom.xml"), "");
    Files.writeString(root.resolve("harness/pom.xml"), "");
    Files.createDirectories(root.resolve("harness/lab/src/main"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"nosuch --help", "run nosuch", "plan nosuch --help"})
  void aWrongWordIsRefusedBeforeAnythingIsBuilt(String words) throws IOException {
    CommandResult stale = faultlab(words.split(" "));
    assertThat(stale.status()).isEqualTo(USAGE);
    assertThat(stale.out()).isEmpty();
    assertThat(stale.err()).startsWith("faultlab: no ").contains("'nosuch'");
    built();
    assertThat(faultlab(words.split(" ")).out())
        .endsWith(".Start " + words + "\n")
        .doesNotContain("build ", "bootstrap ");
  }

  @Test
  void helpAndWrongOptionsNeedNoBuild() throws IOException {
    for (String file : List.of("docs/reference/commands.md", "labs/dns-java/lab.yaml")) {
      Files.createDirectories(root.resolve(file).getParent());
      Files.copy(REPOSITORY.resolve(file), root.resolve(file));
    }
    Path sources = Files.createDirectories(root.resolve("harness/cli/src/main/java"));
    Files.writeString(sources.resolve("Some.java"), "names = \"--form\"");

    assertThat(faultlab("--help").out()).startsWith("Usage: ").contains("\n  run         Run a");
    assertThat(faultlab("results", "list", "--help").out())
        .startsWith("Usage: faultlab results list ");
    assertThat(faultlab("run", "dns-java", "--help").out()).contains("--resume", "\n  delay-ms:");
    CommandResult wrong = faultlab("upgrade", "--fomr", "x");
    assertThat(wrong.status()).isEqualTo(USAGE);
    assertThat(wrong.err()).contains("no option --fomr");
    assertThat(wrong.out()).isEmpty();
    assertThat(faultlab("run", "dns-java", "--form=x", "--delay-ms", "1").out())
        .startsWith("bootstrap ");
    assertThat(faultlab("run", "mine", "--lab-path=/some", "--size").out()).startsWith("bootstrap");
  }

  @Test
  void whatIsBuiltStartsWithItsOwnJdkAndNothingElse() throws IOException {
    built();
    CommandResult result = faultlab("results", "list", "dns-java");
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .contains("-XX:SharedArchiveFile=" + root.resolve("harness/target/app/one/classes.jsa"))
        .endsWith("-cp " + jar() + ":class:path dev.faultlab.cli.Start results list dns-java\n")
        .doesNotContain("build ");
  }

  @Test
  void tooFewOpenFilesAreNamed() throws IOException {
    built();
    Command command = Command.of("bash", "-c", "ulimit -n 20; ./faultlab results list");
    CommandResult result = commands.run(command.in(root));
    assertThat(result.status()).isEqualTo(UNAVAILABLE);
    assertThat(result.err()).contains("limit of 20 open files, expected at least 256");
  }

  @Test
  void aPackageHasNoDev() throws IOException {
    packaged();
    CommandResult result = faultlab("dev", "lint");
    assertThat(result.status()).isEqualTo(USAGE);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("in a clone");
  }

  @Test
  void anotherJdkThatSomebodyWantsIsTaken() throws IOException {
    built();
    Path other = jdk("other", "echo \"$@\"");
    CommandResult result = commands.run(command("results").with("JAVA_HOME", other.toString()));
    assertThat(result.out()).startsWith("build harness with " + other + "\n");
  }

  @Test
  void isFoundThroughALinkFromAnyFolder() throws IOException {
    built();
    Path link = Files.createSymbolicLink(temporary.resolve("fl"), root.resolve("faultlab"));
    CommandResult result =
        commands.run(Command.of(link.toString(), "results").in(Path.of("/")).with("JAVA_HOME", ""));
    assertThat(result.out()).contains("-Dfaultlab.root=" + root + " ");
  }

  @Test
  void yesIsForTheBootstrapAndALabPathForTheProgram() throws IOException {
    built();
    CommandResult result = faultlab("--lab-path", "/some/labs", "run", "x", "--yes", "--", "--yes");
    assertThat(result.out())
        .startsWith("bootstrap engine compose jdk maven yes=1\n")
        .endsWith("dev.faultlab.cli.Start --lab-path /some/labs run x -- --yes\n");
  }

  @Test
  void aPackageStartsWithItsOwnRuntimeAndBuildsNothing() throws IOException {
    packaged();

    CommandResult result = faultlab("diagnose", "x.pcap");

    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .contains("-Dfaultlab.root=" + root + " ")
        .contains("-cp " + root.resolve("app/faultlab.jar") + ":" + root.resolve("app/lib/a.jar"))
        .doesNotContain("build ", "bootstrap ", "SharedArchiveFile");
  }

  /** Java's own status for it is 1, which means "found" or "contradicted". */
  @Test
  void aJvmThatCannotStartIsNoAnswer() throws IOException {
    packaged();
    script("runtime/bin/java", "echo 'Unrecognized VM option' >&2; exit 1");
    CommandResult result =
        commands.run(command("diagnose", "x.pcap").with("JAVA_TOOL_OPTIONS", "-XX:+NoSuch"));
    assertThat(result.status()).isEqualTo(UNAVAILABLE);
    assertThat(result.err()).contains("Java cannot start", "Unrecognized VM option");
    Command alone = Command.of(REPOSITORY + "/harness/dist/faultlab-diagnose");
    assertThat(commands.run(alone.with("JAVA_TOOL_OPTIONS", "x")).status()).isEqualTo(UNAVAILABLE);

    Files.delete(root.resolve("app/faultlab.jar"));
    CommandResult damaged = faultlab("diagnose", "x.pcap");
    assertThat(damaged.status()).isEqualTo(70);
    assertThat(damaged.err()).contains("found no program at '" + root.resolve("app/faultlab.jar"));
  }

  /** Runs know DOCKER_HOST alone, and images are made by Docker's command. */
  @Test
  void theEngineIsThatOfDockersContext() throws IOException {
    packaged();
    script("runtime/bin/java", "echo \"at $DOCKER_HOST$DOCKER_CERT_PATH of ${DOCKER_CONTEXT:--}\"");
    script(
        "bin/docker",
        "case \"$*\" in 'context inspect'*' rootless') echo unix:///run/user/1/docker.sock ;;"
            + " 'context inspect'*' far') echo tcp://far:2376 /tls/docker ;;"
            + " 'context inspect'*) exit 1 ;; esac");
    Files.createDirectories(root.resolve("docker"));

    assertThat(atContext("", "").out()).endsWith("at  of -\n");
    Files.writeString(
        root.resolve("docker/config.json"), "{\"auths\": {}, \"currentContext\": \"rootless\"}");
    assertThat(atContext("", "").out()).endsWith("at unix:///run/user/1/docker.sock of -\n");
    assertThat(atContext("", "default").out()).endsWith("at  of default\n");
    assertThat(atContext("tcp://h:1", "").out()).endsWith("at tcp://h:1 of -\n");
    assertThat(atContext("", "far").out()).endsWith("at tcp://far:2376/tls/docker of far\n");
    assertThat(atContext("", "gone").out()).endsWith("at  of gone\n");
  }

  private CommandResult atContext(String host, String context) {
    return commands.run(
        command("run", "x")
            .with("PATH", root.resolve("bin") + ":" + System.getenv("PATH"))
            .with("DOCKER_CONFIG", root.resolve("docker").toString())
            .with("DOCKER_CONTEXT", context)
            .with("DOCKER_HOST", host));
  }

  @Test
  void whatAPackageManagerOwnsIsCopiedOnceForWhatWrites() throws IOException {
    packaged();
    Files.writeString(root.resolve(".packaged"), "");
    Path home = temporary.toRealPath().resolve("home");

    CommandResult first = faultlabAt(home, "results");
    assertThat(first.out()).contains("-Dfaultlab.root=" + home + " ");
    assertThat(first.err()).contains("go to " + home);
    assertThat(home.resolve("labs/one")).hasContent("a lab");
    assertThat(home.resolve("app")).doesNotExist();
    assertThat(home.resolve(".commit")).exists();

    Files.writeString(home.resolve("labs/one"), "changed");
    assertThat(faultlabAt(home, "results").err()).isEmpty();
    assertThat(home.resolve("labs/one")).hasContent("changed");

    Files.writeString(root.resolve(".commit"), "fedcba9876543210\n");
    CommandResult newer = faultlabAt(home, "results");
    assertThat(newer.status()).isEqualTo(64);
    assertThat(newer.err()).contains(home + " has the labs of another version");
  }

  @Test
  void aFolderThatHasSomethingElseIsNotWrittenTo() throws IOException {
    packaged();
    Files.writeString(root.resolve(".packaged"), "");
    Path home = Files.createDirectories(temporary.toRealPath().resolve("home"));
    Files.createDirectories(home.resolve(".git"));

    CommandResult clone = faultlabAt(home, "results");
    assertThat(clone.status()).isEqualTo(64);
    assertThat(clone.err()).contains(home + " is there and not a folder of ours");
    assertThat(home).isDirectoryNotContaining("glob:**/{labs,.commit}");

    Path file = Files.writeString(home.resolve("file"), "");
    assertThat(faultlabAt(file, "results").status()).isEqualTo(64);
    assertThat(faultlabAt(Path.of("/dev/null/x"), "results").status()).isEqualTo(UNAVAILABLE);

    // What a copy that was broken off has left is gone on with.
    Path broken = Files.createDirectories(home.resolve("of-ours/.copy-abc123")).getParent();
    Files.createDirectories(broken.resolve("labs"));
    assertThat(faultlabAt(broken, "results").status()).isZero();
    assertThat(broken.resolve("labs/one")).hasContent("a lab");
    assertThat(broken.resolve(".copy-abc123")).doesNotExist();
  }

  private void packaged() throws IOException {
    Path from = REPOSITORY.resolve("harness/scripts/packaged.sh");
    Files.copy(from, root.resolve("harness/scripts/packaged.sh"));
    script("runtime/bin/java", "echo \"$@\"");
    Files.createDirectories(root.resolve("app"));
    Files.move(root.resolve(COMMANDS), root.resolve("app/commands"));
    Files.writeString(root.resolve("app/faultlab.jar"), "a jar");
    Files.writeString(root.resolve("app/classpath"), "faultlab.jar:lib/a.jar");
    Files.createDirectories(root.resolve("labs"));
    Files.writeString(root.resolve("labs/one"), "a lab");
    Files.writeString(root.resolve(".commit"), "0123456789abcdef\n");
  }

  private CommandResult faultlabAt(Path home, String... words) {
    return commands.run(command(words).with("FAULTLAB_HOME", home.toString()));
  }

  private void built() throws IOException {
    Path app = Files.createDirectories(root.resolve("harness/target/app/one"));
    Files.writeString(jar(), "a jar");
    Files.writeString(app.resolve("classpath"), jar() + ":class:path");
    Files.writeString(app.resolve("classpath-dev"), jar() + ":class:path:tools");
    Files.createSymbolicLink(app.resolveSibling("current"), Path.of("one"));
    Path jdk = jdk("jdk", "echo \"$@\"");
    Files.writeString(app.resolveSibling("made-for"), root + "\n" + jdk + "\n");
    Files.writeString(root.resolve("harness/target/.faultlab-built"), "");
  }

  private Path jar() {
    return root.resolve("harness/target/app/one/faultlab.jar");
  }

  /** Java itself would end with 1, which is an answer. */
  @ParameterizedTest
  @ValueSource(strings = {"", "relative.jar:class:path", "/:class:path", "/no/such.jar"})
  void aProgramThatIsNotThereIsNoAnswer(String classPath) throws IOException {
    built();
    Files.writeString(root.resolve("harness/target/app/one/classpath"), classPath);
    CommandResult result = faultlab("diagnose", "x.pcap");
    assertThat(result.status()).isEqualTo(70);
    assertThat(result.err()).contains("build or install faultlab again");
  }

  @ParameterizedTest
  @CsvSource({"'', C.UTF-8", "C, C.UTF-8", "POSIX, C.UTF-8", "de_DE.UTF-8, de_DE.UTF-8"})
  void everyFileCanBeNamed(String before, String inJava) throws IOException {
    built();
    script("jdk/bin/java", "echo \"in ${LC_ALL:-$LANG}\"");
    CommandResult result =
        commands.run(
            command("results")
                .with("JAVA_HOME", "")
                .with("LC_ALL", before)
                .with("LC_CTYPE", "")
                .with("LANG", ""));
    assertThat(result.out()).endsWith("in " + inJava + "\n");
  }

  private CommandResult faultlab(String... words) {
    return commands.run(command(words).with("JAVA_HOME", ""));
  }

  private Command command(String... words) {
    List<String> command = new ArrayList<>(List.of(root.resolve("faultlab").toString()));
    command.addAll(List.of(words));
    return Command.of(command);
  }
}
