package dev.faultlab.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.image.ImageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelNameTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fixed",
        "unfixed",
        "debian:trixie",
        "debian:sid/linux-image-7.2.13+deb14-amd64",
        "file:/boot/vmlinuz",
        "oci:weaveworks/ignite-kernel:5.4.43"
      })
  void readsAndWritesAName(String name) {
    assertThat(KernelName.parse(name)).hasToString(name);
  }

  @Test
  void aSuiteAloneMeansItsNewestKernel() {
    assertThat(KernelName.parse("debian:bullseye"))
        .isEqualTo(new KernelName.Stock("bullseye", "linux-image-amd64"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "mended", "debian:", "debian:tr ixie", "debian:sid/$(id)", "file:", "oci:"})
  void saysWhatItExpected(String name) {
    assertThatThrownBy(() -> KernelName.parse(name))
        .isInstanceOf(ImageException.class)
        .hasMessageContaining("expected fixed, unfixed, debian:SUITE");
  }
}
