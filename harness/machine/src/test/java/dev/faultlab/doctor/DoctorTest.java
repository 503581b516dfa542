package dev.faultlab.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.doctor.Prerequisite.State;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.Workspace;
import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
  private static final Version NEEDED = Version.parse("20.10");
  private static final long GIB = 1L << 30;

  @TempDir private Path home;

  private static final Commands NO_COMMANDS =
      command -> new CommandResult(CommandResult.NOT_STARTED, "", "not found");

  private static Prerequisite engine(int status, String out, String err) {
    CommandResult result = new CommandResult(status, out, err);
    return Doctor.version("Docker Engine", NEEDED, result, "fix");
  }

  @Test
  void aVersionThatIsNewEnoughIsFine() {
    assertThat(engine(0, "20.10.24+dfsg1\n", ""))
        .isEqualTo(Prerequisite.required(true, "Docker Engine", "20.10.24", "20.10 or newer", ""));
  }

  @Test
  void anOldVersionOrAProgramThatFailsIsMissingAndTheFindingSaysWhatToDo() {
    assertThat(engine(0, "19.03.15\n", ""))
        .extracting(
            Prerequisite::state, Prerequisite::found, Prerequisite::needed, Prerequisite::fix)
        .containsExactly(State.MISSING, "19.03.15", "20.10 or newer", "fix");
    Prerequisite failed = engine(1, "", "Cannot connect to the Docker daemon\n");
    assertThat(failed.state()).isEqualTo(State.MISSING);
    assertThat(failed.found()).contains("Cannot connect");
  }

  @Test
  void aJdkNeedsItsCompilerAndItsAge() throws Exception {
    assertThat(Doctor.jdk(17, home, "fix").state()).isEqualTo(State.MISSING);
    assertThat(Doctor.jdk(17, home, "fix").found()).isEqualTo("17 without a compiler");
    Path javac = Files.createDirectories(home.resolve("bin")).resolve("javac");
    Files.createFile(javac);
    assertThat(javac.toFile().setExecutable(true)).isTrue();
    assertThat(Doctor.jdk(21, home, "fix").state()).isEqualTo(State.OK);
    assertThat(Doctor.jdk(11, home, "fix").state()).isEqualTo(State.MISSING);
  }

  /** Memory counts by what is available, not by what is free; one core is enough for a verdict. */
  @Test
  void theMachineIsJudgedByWhatLabsNeed() {
    String meminfo = "MemTotal: 8000000 kB\nMemFree: 100000 kB\nMemAvailable:    4194304 kB\n";
    assertThat(Doctor.memory(meminfo).found()).isEqualTo("4.0 GiB");
    assertThat(Doctor.disk("Disk", home, 2 * GIB - 1).fix()).contains(home.toString());
    Map<Prerequisite, State> judged =
        Map.ofEntries(
            Map.entry(Doctor.memory(meminfo), State.OK),
            Map.entry(Doctor.memory("MemAvailable: 1048576 kB"), State.MISSING),
            Map.entry(Doctor.memory(""), State.OPTIONAL),
            Map.entry(Doctor.disk("Disk", home, 2 * GIB), State.OK),
            Map.entry(Doctor.disk("Disk", home, 2 * GIB - 1), State.MISSING),
            Map.entry(Doctor.cores(1), State.OPTIONAL),
            Map.entry(Doctor.cores(2), State.OK),
            Map.entry(Doctor.processor("Linux", "amd64"), State.OK),
            Map.entry(Doctor.processor("Linux", "aarch64"), State.MISSING),
            Map.entry(Doctor.tunnel(true), State.OK),
            Map.entry(Doctor.tunnel(false), State.OPTIONAL));
    judged.forEach((found, state) -> assertThat(found.state()).as("%s", found).isEqualTo(state));
  }

  private List<Prerequisite> examine(CacheDir cache) {
    Kvm kvm = new Kvm(home.resolve("no-kvm"), home);
    return new Doctor(new Workspace(home, cache), NO_COMMANDS, kvm).examine();
  }

  /** And none is made to look at it. */
  @Test
  void theCacheHasALineOfItsOwn() {
    CacheDir later = new CacheDir(home.resolve("not/yet/there"));
    assertThat(examine(later))
        .filteredOn(finding -> finding.name().equals("Disk for the cache"))
        .extracting(Prerequisite::state)
        .containsExactly(State.OK);
    assertThat(later.root()).doesNotExist();
  }

  @Test
  void examinesEverythingEvenWhereNoProgramCanBeStarted() {
    assertThat(examine(CacheDir.of(Map.of())).get(1).fix())
        .isEqualTo("sudo " + home + "/harness/scripts/bootstrap engine");
    assertThat(examine(CacheDir.of(Map.of())))
        .extracting(finding -> finding.state() + " " + finding.name())
        .contains("MISSING Docker Engine", "MISSING Docker Compose", "MISSING Maven")
        .contains("OPTIONAL shellcheck", "OPTIONAL KVM");
  }

  @Test
  void aPackageNeedsNothingToBuildWith() throws IOException {
    Files.writeString(home.resolve(".commit"), "0123456789abcdef\n");
    assertThat(examine(CacheDir.of(Map.of())))
        .extracting(Prerequisite::name)
        .contains("Docker Engine")
        .doesNotContain("JDK", "Maven", "shellcheck");
  }
}
