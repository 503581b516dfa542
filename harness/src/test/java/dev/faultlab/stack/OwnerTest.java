package dev.faultlab.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class OwnerTest {

  @Test
  void thisProcessIsAlive() {
    assertThat(Owner.parse(Owner.current().label())).contains(Owner.current());
    assertThat(Owner.current().alive()).isTrue();
  }

  @Test
  void aProcessThatEndedIsNot() throws IOException, InterruptedException {
    Process process = new ProcessBuilder("true").start();
    process.waitFor();
    Owner me = Owner.current();
    assertThat(new Owner(me.boot(), process.pid(), me.startedTicks()).alive()).isFalse();
  }

  @Test
  void aLaterProcessWithTheSameNumberIsAnother() {
    Owner me = Owner.current();
    assertThat(new Owner(me.boot(), me.pid(), "1").alive()).isFalse();
    assertThat(new Owner("00000000", me.pid(), me.startedTicks()).alive()).isFalse();
  }

  @Test
  void otherLabelsAreNotOurs() {
    assertThat(Owner.parse("none")).isEmpty();
    assertThat(Owner.parse("a.b.c")).isEmpty();
    assertThat(Owner.parse("")).isEmpty();
  }
}
