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
import org.junit.jupiter.params.provider.ValueSource;

/** A build that is killed: what starts afterwards is never what was built before. */
class KilledBuildTest extends CloneWithStubs {
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
