package dev.faultlab.tools.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.machine.Command;
import dev.faultlab.machine.LocalCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A name that others can guess, in a folder that others can write to, is theirs as well: a link
 * that was there first, or a jar.
 */
class SharedFoldersTest {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

  private static final Pattern PREDICTABLE_NAME =
      Pattern.compile(
          "(?<![\\w./}*])(/run/lock|/var/lock|/dev/shm|/var/tmp|/tmp|\\$\\{TMPDIR:-[^}]*\\})/[\\w.$-]");

  /** A random name that mktemp makes. */
  private static final Pattern RANDOM = Pattern.compile("mktemp [^)]*X{6}");

  /** Their /tmp is that of a container or of a guest, where one user is alone. */
  private static final List<String> CONTAINER_SCRIPTS =
      List.of(
          ".devcontainer/Dockerfile",
          "go-apps/live/", // asks JVMs, whose own protocol is in /tmp; checks what it finds there
          "harness/bench/fresh",
          "harness/dist/",
          "harness/check/src/main/java/dev/faultlab/service/CallSearch.java",
          "harness/roll/src/main/java/dev/faultlab/roll/RollRun.java",
          "harness/testcontainers/src/main/java/dev/faultlab/testcontainers/condition/",
          "images/",
          "labs/random/",
          "labs/syncookie/broker/",
          "rolls/");

  @Test
  void nothingOfThisMachineIsThere() throws IOException {
    List<String> found = new ArrayList<>();
    for (String name : sources()) {
      if (CONTAINER_SCRIPTS.stream().noneMatch(name::startsWith)) {
        for (String line : Files.readAllLines(ROOT.resolve(name))) {
          if (isGuessed(line)) {
            found.add(name + ": " + line.strip());
          }
        }
      }
    }
    assertThat(found).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "readonly LOCK=/run/lock/faultlab-bootstrap | true",
        "folder=${JARS:-${TMPDIR:-/tmp}/faultlab-jars} | true",
        "Path.of(\"/tmp/faultlab\") | true",
        "work=$(mktemp -d \"${TMPDIR:-/tmp}/faultlab.XXXXXX\") | false",
        "readonly LOCK=/run/faultlab-bootstrap.lock | false",
        "mount tmpfs $root/dev/shm | false",
      })
  void whatIsGuessed(String line, boolean guessed) {
    assertThat(isGuessed(line)).isEqualTo(guessed);
  }

  private static boolean isGuessed(String line) {
    return PREDICTABLE_NAME.matcher(line).find() && !RANDOM.matcher(line).find();
  }

  /** Scripts, and programs without their tests. */
  private static List<String> sources() throws IOException {
    List<String> sources = new ArrayList<>();
    String all = new LocalCommands().run(Command.of("git", "ls-files").in(ROOT)).out();
    for (String name : all.lines().toList()) {
      Path file = ROOT.resolve(name);
      boolean program =
          name.matches(".*\\.(java|go|js)") && !name.matches(".*(src/test/|_test\\.go).*");
      boolean script = name.endsWith(".sh") || !name.contains("results/") && isScript(file);
      if ((program || script) && Files.isRegularFile(file)) {
        sources.add(name);
      }
    }
    assertThat(sources).contains("harness/scripts/bootstrap", "labs/charset/start");
    return sources;
  }

  private static boolean isScript(Path file) throws IOException {
    if (!Files.isExecutable(file) || !Files.isRegularFile(file)) {
      return false;
    }
    try (var in = Files.newInputStream(file)) {
      byte[] start = in.readNBytes(2);
      return start.length == 2 && start[0] == '#' && start[1] == '!';
    }
  }
}
