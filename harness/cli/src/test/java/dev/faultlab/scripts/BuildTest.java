package dev.faultlab.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What starts is never what was built before: after a build that is killed, and with one from
 * another machine.
 */
class BuildTest extends CloneWithStubs {
  /** Ends the script that has started it, once, when its command line has the word. */
  private static final String KILL_SCRIPT =
      """
      case "$*" in
        *"$(cat "$root/kill-at" 2>/dev/null || echo never)"*) rm "$root/kill-at"; kill -9 "$PPID" ;;
      esac
      """;

  @BeforeEach
  void aCloneThatIsBuilt() throws IOException {
    copyLauncher("harness/scripts/build");
    Files.createDirectories(root.resolve("images/base"));
    Files.createDirectory(root.resolve("kernel-images"));
    Files.writeString(root.resolve("pom.xml"), "<module>harness</module>\n");
    Files.writeString(root.resolve("harness/pom.xml"), "");
    source("old");
    script(
        "bin/mvn",
        """
        mkdir -p "$root"/harness/{cli/target/lib,tools/target}
        cp "$root/harness/lab/src/main/source" "$root/harness/tools/target/faultlab-tools-1.jar"
        cp "$root/harness/lab/src/main/source" "$root/harness/cli/target/faultlab-cli-1.jar"
        cp "$root/harness/lab/src/main/source" "$root/harness/cli/target/lib/a.jar"
        """
            + KILL_SCRIPT);
    jdk(
        "jdk",
        KILL_SCRIPT
            + """
            for word in "$@"; do
              case $word in -XX:DumpLoadedClassList=*) echo java/lang/Object >"${word#*=}" ;; esac
            done
            """);
    assertThat(faultlab().status()).isZero();
    assertThat(current()).isEqualTo("old");
  }

  @ParameterizedTest
  @ValueSource(strings = {"package", "DumpLoadedClassList", "Xshare:dump"})
  void isMadeAgain(String moment) throws IOException {
    source("new");
    Files.setLastModifiedTime(
        root.resolve("harness/target/.faultlab-built"), FileTime.fromMillis(0));
    Files.writeString(root.resolve("kill-at"), moment);
    assertThat(faultlab().status()).isNotZero();
    assertThat(root.resolve("kill-at")).doesNotExist();

    assertThat(faultlab().status()).isZero();

    assertThat(current()).isEqualTo("new");
  }

  /** An engine whose image has a harness; its label is what the file {@code label} says. */
  @ParameterizedTest
  @CsvSource({"true, true, prebuilt", "true, false, new", "false, true, new"})
  void takesWhatIsBuiltFromTheSameSources(boolean same, boolean labelled, String started)
      throws IOException {
    source(same ? "new" : "newer");
    String name =
        commands
            .run(
                Command.of(
                    "bash",
                    "-c",
                    "root=%s; . $root/harness/scripts/fresh.sh; prebuilt_name".formatted(root)))
            .out()
            .strip();
    source("new");
    Files.setLastModifiedTime(
        root.resolve("harness/target/.faultlab-built"), FileTime.fromMillis(0));
    Files.writeString(root.resolve("images/prebuilt"), name + " registry.example/team@sha256:ab\n");
    Files.writeString(root.resolve("label"), labelled ? name : "faultlab/built:0");
    script(
        "bin/docker",
        """
        case $1 in
          image) [[ $2 == rm ]] || cat "$root/label" ;;
          cp) mkdir -p "$root/harness/cli/target/lib" && echo -n prebuilt | tee "$root"/harness/{cli/target/faultlab-cli-1,tools/target/faultlab-tools-1,cli/target/lib/a}.jar ;;
        esac
        """);
    assertThat(faultlab().status()).isZero();

    assertThat(current()).isEqualTo(started);
  }

  private String current() throws IOException {
    return Files.readString(root.resolve("harness/target/app/current/faultlab-cli-1.jar"));
  }

  private void source(String text) throws IOException {
    Path file = root.resolve("harness/lab/src/main/source");
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private CommandResult faultlab() {
    return commands.run(
        Command.of(root.resolve("faultlab").toString(), "results")
            .with("PATH", root.resolve("bin") + ":" + System.getenv("PATH"))
            .with("XDG_CACHE_HOME", root.resolve("cache").toString())
            .with("JAVA_HOME", root.resolve("jdk").toString()));
  }
}
