package dev.faultlab.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.guest.CachedKernel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.testcontainers.images.builder.ImageFromDockerfile;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/** Kernels from a file and from an image; from Debian in {@link KernelContainerIT}. */
class KernelFetchIT {
  private static final Kernel TRIXIE = Kernel.named("debian:trixie");

  /** The base image of these tests has the recipes' packages already: less to download. */
  @BeforeAll
  static void images() {
    BuiltImages.use();
    BuiltImages.use("base", "kernel-builder");
  }

  @AfterAll
  static void restore() {
    BuiltImages.use();
  }

  @Test
  void aFileAndAnImageAreTakenIntoTheCache() throws IOException {
    Path file = TRIXIE.folder().resolve("vmlinuz");
    String image =
        new ImageFromDockerfile()
            .withFileFromTransferable(
                "Dockerfile",
                Transferable.of(
                    "FROM scratch\nCOPY kernel /boot/vmlinuz-" + TRIXIE.release() + "\n"))
            .withFileFromPath("kernel", file)
            .get();
    Kernel ofFile = Kernel.at(file);
    Kernel ofImage = Kernel.image(DockerImageName.parse(image));
    try {
      assertThat(ofFile.release()).isEqualTo(TRIXIE.release());
      assertThat(ofImage.release()).isEqualTo(TRIXIE.release());
      assertThat(ofImage.folder().resolve("vmlinuz")).hasSameBinaryContentAs(file);
      assertThat(new CachedKernel("", ofImage.folder()).exact()).startsWith("sha256:");
    } finally {
      delete(ofFile.folder().getParent());
      delete(ofImage.folder().getParent());
    }
  }

  @Test
  void aSuiteThatDebianDoesNotHaveIsRefused() {
    assertThatThrownBy(() -> Kernel.named("debian:nosuch").release())
        .hasMessage("the kernel debian:nosuch is unavailable: Debian has no suite nosuch");
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
