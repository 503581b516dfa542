package dev.faultlab.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.doctor.Prerequisite.State;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.Version;
import dev.faultlab.machine.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
  private static final Version NEEDED = new Version(List.of(20, 10));
  private static final long GIB = 1L << 30;

  @TempDir private Path home;

  @Test
  void aVersionThatIsNewEnoughIsFine() {
    Prerequisite finding =
        Doctor.version("Docker Engine", NEEDED, said("20.10.24+dfsg1\n"), "engine");
    assertThat(finding.state()).isEqualTo(State.OK);
    assertThat(finding.found()).isEqualTo("20.10.24");
  }

  @Test
  void anOldVersionIsMissingAndTheFindingSaysWhatBringsANewOne() {
    Prerequisite finding = Doctor.version("Docker Engine", NEEDED, said("19.03.15\n"), "engine");
    assertThat(finding.state()).isEqualTo(State.MISSING);
    assertThat(finding.needed()).isEqualTo("20.10 or newer");
    assertThat(finding.how()).contains("bootstrap engine");
  }

  @Test
  void aProgramThatFailsTellsWhy() {
    CommandResult failed =
        new CommandResult(1, "", "Cannot connect to the Docker daemon\n", Duration.ZERO);
    Prerequisite finding = Doctor.version("Docker Engine", NEEDED, failed, "engine");
    assertThat(finding.state()).isEqualTo(State.MISSING);
    assertThat(finding.found()).contains("Cannot connect");
  }

  @Test
  void aJreIsNoJdk() {
    assertThat(Doctor.jdk(17, home).state()).isEqualTo(State.MISSING);
    assertThat(Doctor.jdk(17, home).found()).isEqualTo("17 without a compiler");
  }

  @Test
  void aJdkNeedsItsCompilerAndItsAge() throws Exception {
    Path javac = Files.createDirectories(home.resolve("bin")).resolve("javac");
    Files.createFile(javac);
    assertThat(javac.toFile().setExecutable(true)).isTrue();
    assertThat(Doctor.jdk(21, home).state()).isEqualTo(State.OK);
    assertThat(Doctor.jdk(11, home).state()).isEqualTo(State.MISSING);
  }

  @Test
  void memoryCountsWhatIsAvailableNotWhatIsFree() {
    String meminfo = "MemTotal: 8000000 kB\nMemFree: 100000 kB\nMemAvailable:    4194304 kB\n";
    assertThat(Doctor.memory(meminfo).state()).isEqualTo(State.OK);
    assertThat(Doctor.memory(meminfo).found()).isEqualTo("4.0 GiB");
    assertThat(Doctor.memory("MemAvailable: 1048576 kB").state()).isEqualTo(State.MISSING);
    assertThat(Doctor.memory("").state()).isEqualTo(State.OPTIONAL);
  }

  @Test
  void lessDiskThanARunNeedsIsMissing() {
    assertThat(Doctor.disk("Disk", home, 2 * GIB).state()).isEqualTo(State.OK);
    Prerequisite finding = Doctor.disk("Disk", home, 2 * GIB - 1);
    assertThat(finding.state()).isEqualTo(State.MISSING);
    assertThat(finding.how()).contains(home.toString());
  }

  @Test
  void oneCoreIsEnoughForAVerdict() {
    assertThat(Doctor.cores(1).state()).isEqualTo(State.OPTIONAL);
    assertThat(Doctor.cores(2).state()).isEqualTo(State.OK);
  }

  @Test
  void onlyLinuxOnThisProcessorHasTheKernelsAndImages() {
    assertThat(Doctor.processor("Linux", "amd64").state()).isEqualTo(State.OK);
    assertThat(Doctor.processor("Linux", "aarch64").state()).isEqualTo(State.MISSING);
  }

  @Test
  void guestsNeedATunnel() {
    assertThat(Doctor.tunnel(true).state()).isEqualTo(State.OK);
    assertThat(Doctor.tunnel(false).state()).isEqualTo(State.OPTIONAL);
  }

  /** And none is made to look at it. */
  @Test
  void theCacheHasALineOfItsOwn() throws IOException {
    Commands nothing =
        command -> new CommandResult(CommandResult.NOT_STARTED, "", "not found", Duration.ZERO);
    CacheDir later = new CacheDir(home.resolve("not/yet/there"));
    assertThat(
            new Doctor(
                    new Workspace(home, later), nothing, new Kvm(home.resolve("no-kvm"), nothing))
                .examine())
        .filteredOn(finding -> finding.what().equals("Disk for the cache"))
        .extracting(Prerequisite::state)
        .containsExactly(State.OK);
    assertThat(later.root()).doesNotExist();
  }

  @Test
  void examinesEverythingEvenWhereNoProgramCanBeStarted() {
    Commands nothing =
        command -> new CommandResult(CommandResult.NOT_STARTED, "", "not found", Duration.ZERO);
    Workspace workspace = new Workspace(home, CacheDir.of(Map.of()));
    List<Prerequisite> findings =
        new Doctor(workspace, nothing, new Kvm(home.resolve("no-kvm"), nothing)).examine();
    assertThat(findings)
        .filteredOn(finding -> finding.state() == State.MISSING)
        .extracting(Prerequisite::what)
        .contains("Docker Engine", "Docker Compose", "Maven");
    assertThat(findings)
        .filteredOn(finding -> finding.state() == State.OPTIONAL)
        .extracting(Prerequisite::what)
        .contains("shellcheck", "KVM");
  }

  @Test
  void aPackageNeedsNothingToBuildWith() throws IOException {
    Commands nothing =
        command -> new CommandResult(CommandResult.NOT_STARTED, "", "not found", Duration.ZERO);
    Files.writeString(home.resolve(".commit"), "0123456789abcdef\n");
    Workspace workspace = new Workspace(home, CacheDir.of(Map.of()));

    assertThat(new Doctor(workspace, nothing, new Kvm(home.resolve("no-kvm"), nothing)).examine())
        .extracting(Prerequisite::what)
        .contains("Docker Engine")
        .doesNotContain("JDK", "Maven", "shellcheck");
  }

  private static CommandResult said(String out) {
    return new CommandResult(0, out, "", Duration.ZERO);
  }
}
