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
    assertThat(tally.counts()).isEqualTo(new LookupTally.Counts(1, 0, 1, 0, 1, 1));
  }

  @Test
  void callersAreCountedWhileTheyAreInside() throws Exception {
    LookupTally tally = new LookupTally();
    NameResolver looking =
        name -> {
          assertThat(tally.counts()).isEqualTo(new LookupTally.Counts(1, 0, 0, 1, 1, 1));
          return InetAddress.getLoopbackAddress();
        };
    tally.resolve(looking, "a.lab");
    assertThat(tally.counts()).isEqualTo(new LookupTally.Counts(1, 1, 0, 0, 1, 1));
  }

  @Test
  void aNameKeepsItsOwnMostHoweverManyAskForOthers() throws Exception {
    LookupTally tally = new LookupTally();
    NameResolver nested =
        name -> {
          tally.resolve(other -> InetAddress.getLoopbackAddress(), "b.lab");
          return tally.resolve(other -> InetAddress.getLoopbackAddress(), "c.lab");
        };
    tally.resolve(nested, "a.lab");
    assertThat(tally.counts()).isEqualTo(new LookupTally.Counts(3, 3, 0, 0, 2, 1));
    tally.resolve(name -> tally.resolve(again -> InetAddress.getLoopbackAddress(), name), "a.lab");
    assertThat(tally.counts()).isEqualTo(new LookupTally.Counts(5, 5, 0, 0, 2, 2));
  }
}
