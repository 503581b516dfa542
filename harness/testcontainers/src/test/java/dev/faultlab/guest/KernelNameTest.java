package dev.faultlab.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
        "oci:weaveworks/ignite-kernel:5.4.43",
        "oci:registry.example:5000/team/my_kernel:6.1-rc2",
        "oci:kernel@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
      })
  void readsAndWritesAName(String name) {
    assertThat(KernelName.parse(name)).hasToString(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Mended",
        "my kernel",
        "debian:",
        "debian:tr ixie",
        "debian:sid/$(id)",
        "debian:../../x",
        "file:",
        "oci:",
        "oci:Weave/Kernel:1",
        "oci:kernel:",
        "oci:-kernel",
        "oci:kernel --privileged"
      })
  void saysWhatItExpected(String name) {
    assertThatThrownBy(() -> KernelName.parse(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected the name of one of a pair, debian:SUITE");
  }

  @Test
  void onlyAPackageWithoutAVersionInItsNameMoves() {
    assertThat(new KernelName.Debian("sid", "linux-image-amd64").moves()).isTrue();
    assertThat(new KernelName.Debian("sid", "linux-image-cloud-amd64").moves()).isTrue();
    assertThat(new KernelName.Debian("sid", "linux-image-7.2.13+deb14-amd64").moves()).isFalse();
  }
}
