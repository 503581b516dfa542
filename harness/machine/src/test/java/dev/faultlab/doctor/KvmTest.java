package dev.faultlab.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.doctor.Prerequisite.State;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KvmTest {

  /** Below some hypervisors every instruction of an ordinary kernel is interpreted. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0   | took 0.61 ms           |                             | OK       | a guest runs",
        "0   | took 1085.80 ms        |                             | OPTIONAL | interpreted (1086 ms for",
        "0   | took more than 100 ms  |                             | OPTIONAL | hang or are interpreted (more than 100 ms for",
        "124 |                        | killed after 3 s            | OPTIONAL | hangs",
        "1   |                        | KVM_CREATE_VM failed, errno 16 | OPTIONAL | errno 16"
      })
  void onlyAGuestThatRunsAtTheProcessorsSpeedIsFine(
      int status, String out, String err, State state, String found) {
    CommandResult probe =
        new CommandResult(status, Objects.toString(out, ""), Objects.toString(err, ""));
    assertThat(Kvm.judge(probe).state()).isEqualTo(state);
    assertThat(Kvm.judge(probe).found()).contains(found);
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
}
