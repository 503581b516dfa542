package dev.faultlab.lookup.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class LookupTallyTest {
  @Test
  void aFailureIsNotAnAnswerAndLeavesNobodyInside() {
    LookupTally tally = new LookupTally();
    NameResolver failing =
        name -> {
          throw new UnknownHostException(name);
        };
    assertThatThrownBy(() -> tally.resolve(failing, "a.lab"))
        .isInstanceOf(UnknownHostException.class);
    assertThat(tally.counts()).isEqualTo(new LookupTally.Counts(1, 0, 1, 0, 1));
  }

  @Test
  void callersAreCountedWhileTheyAreInside() throws Exception {
    LookupTally tally = new LookupTally();
    NameResolver looking =
        name -> {
          assertThat(tally.counts()).isEqualTo(new LookupTally.Counts(1, 0, 0, 1, 1));
          return InetAddress.getLoopbackAddress();
        };
    tally.resolve(looking, "a.lab");
    assertThat(tally.counts()).isEqualTo(new LookupTally.Counts(1, 1, 0, 0, 1));
  }
}
