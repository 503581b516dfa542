package dev.faultlab.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheDirTest {

  @Test
  void followsTheXdgSpecification() {
    assertThat(CacheDir.of(Map.of("XDG_CACHE_HOME", "/var/cache/me")).root())
        .isEqualTo(Path.of("/var/cache/me/faultlab"));
    Path atHome = Path.of(System.getProperty("user.home"), ".cache", "faultlab");
    assertThat(CacheDir.of(Map.of()).root()).isEqualTo(atHome);
    assertThat(CacheDir.of(Map.of("XDG_CACHE_HOME", "relative")).root()).isEqualTo(atHome);
    assertThat(CacheDir.of(Map.of("XDG_CACHE_HOME", "", "HOME", "/home/me")).root())
        .isEqualTo(Path.of("/home/me/.cache/faultlab"));
  }

  @Test
  void aLockKeepsOtherProcessesOutUntilItIsClosed(@TempDir Path root) {
    CacheDir cache = new CacheDir(root);
    Commands commands = new LocalCommands();
    try (CacheDir.Lock held = cache.lock("images", () -> {})) {
      assertThat(tryLock(commands, root.resolve("locks/images")).out()).contains("held");
    }
    assertThat(tryLock(commands, root.resolve("locks/images")).out()).contains("free");
  }

  @Test
  void takingALockTwiceIsAMistakeAndNoDeadlock(@TempDir Path root) {
    CacheDir cache = new CacheDir(root);
    try (CacheDir.Lock held = cache.lock("images", () -> {})) {
      assertThatThrownBy(() -> cache.lock("images", () -> {}))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  private static CommandResult tryLock(Commands commands, Path file) {
    return commands.run(
        Command.of(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                System.getProperty("java.class.path"),
                TryLock.class.getName(),
                file.toString())
            .within(Duration.ofSeconds(30)));
  }
}
