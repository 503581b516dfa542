package dev.faultlab.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.machine.Commands;
import dev.faultlab.machine.LocalCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** A clone with some of our files, in which scripts of our own play the other programs. */
abstract class CloneWithStubs {
  static final Path REPOSITORY = Path.of("../..");
  static final String COMMANDS = "harness/cli/src/main/resources/commands";

  @TempDir Path temporary;
  Path root;
  final Commands commands = new LocalCommands();

  /** The launcher, and what it reads. */
  void copyLauncher(String... more) throws IOException {
    root = Files.createDirectory(temporary.toRealPath().resolve("clone"));
    List<String> files =
        List.of(
            "faultlab",
            COMMANDS,
            "harness/scripts/jdk.sh",
            "harness/scripts/fresh.sh",
            "harness/scripts/engine.sh");
    for (String file : Stream.concat(files.stream(), Stream.of(more)).toList()) {
      Files.createDirectories(root.resolve(file).getParent());
      Files.copy(REPOSITORY.resolve(file), root.resolve(file));
    }
  }

  void script(String name, String body) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/usr/bin/env bash\nroot=" + root + "\n" + body + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  Path jdk(String name, String java) throws IOException {
    script(name + "/bin/java", java);
    script(name + "/bin/javac", "");
    Files.writeString(root.resolve(name + "/release"), "JAVA_VERSION=\"17.0.1\"\n");
    return root.resolve(name);
  }
}
