package dev.faultlab.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.doctor.Prerequisite.State;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KvmTest {

  @Test
  void aGuestThatRunsAtTheProcessorsSpeedIsFine() {
    assertThat(Kvm.judge(probe(0, "took 0.61 ms\n", "")).state()).isEqualTo(State.OK);
  }

  @Test
  void aGuestThatIsInterpretedDoesNotCount() {
    // Seen where the hypervisor below runs only guests that know of it: every instruction of an
    // ordinary kernel is interpreted.
    Prerequisite finding = Kvm.judge(probe(0, "took 1085.80 ms\n", ""));
    assertThat(finding.state()).isEqualTo(State.OPTIONAL);
    assertThat(finding.found()).contains("interpreted").contains("1086 ms");
  }

  @Test
  void aGuestThatTheProbeGivesUpDoesNotCount() {
    Prerequisite finding = Kvm.judge(probe(0, "took more than 100 ms\n", ""));
    assertThat(finding.state()).isEqualTo(State.OPTIONAL);
    assertThat(finding.found()).contains("hang or are interpreted (more than 100 ms for");
  }

  @Test
  void aGuestThatHangsIsNotWaitedFor() {
    Prerequisite finding = Kvm.judge(probe(CommandResult.TIMED_OUT, "", "killed after 3 s"));
    assertThat(finding.state()).isEqualTo(State.OPTIONAL);
    assertThat(finding.found()).contains("hangs");
  }

  @Test
  void aGuestThatDoesNotStartTellsWhy() {
    Prerequisite finding = Kvm.judge(probe(1, "", "KVM_CREATE_VM failed, errno 16\n"));
    assertThat(finding.state()).isEqualTo(State.OPTIONAL);
    assertThat(finding.found()).contains("errno 16");
  }

  @Test
  void noDeviceNoGuest(@TempDir Path directory) {
    Commands never =
        command -> {
          throw new AssertionError("nothing to start without a device");
        };
    Prerequisite finding = new Kvm(directory.resolve("kvm"), never).examine();
    assertThat(finding.state()).isEqualTo(State.OPTIONAL);
  }

  private static CommandResult probe(int status, String out, String err) {
    return new CommandResult(status, out, err, Duration.ofMillis(10));
  }
}
