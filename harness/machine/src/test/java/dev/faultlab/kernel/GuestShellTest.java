package dev.faultlab.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.guest.CachedKernel;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GuestShellTest {
  @Test
  void theContainerSeesTheSnapshots() {
    GuestShell shell =
        new GuestShell(
            "vm:1",
            new CachedKernel("unfixed", Path.of("/kernels/a")),
            Path.of("/roots/b"),
            "/dev/null",
            512,
            Map.of(),
            Map.of("VM_SNAPSHOTS", "/cache/store", "VM_SNAPSHOT_MODE", "auto"));

    assertThat(String.join(" ", shell.guestCommand("name")))
        .contains(
            "--volume /cache/store:/vm/snapshots ",
            "--env VM_SNAPSHOT=/vm/snapshots ",
            "--env VM_SNAPSHOT_MODE=auto ");
  }
}
