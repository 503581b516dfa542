package dev.faultlab.owner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.owner.Owner.Life;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnerTest {
  private static final String FIRST = "4026531836";

  @TempDir private Path proc;

  private final Owner self = Owner.current();

  @BeforeEach
  void theFirstProcessIsSeen() throws IOException {
    process(1, "5", FIRST);
  }

  @Test
  void thisProcessIsAlive() {
    assertThat(Owner.parse(self.label())).contains(self);
    assertThat(self.namespace()).matches("\\d+");
    assertThat(self.life(true)).isEqualTo(Life.RUNS);
  }

  @Test
  void aProcessThatEndedIsGone() throws IOException, InterruptedException {
    Process child = new ProcessBuilder("true").start();
    child.waitFor();
    Owner ended = new Owner(self.boot(), child.pid(), self.startedTicks(), self.namespace());
    assertThat(ended.life(true)).isEqualTo(Life.GONE);
  }

  @Test
  void aLaterProcessWithTheSameNumberIsAnother() {
    assertThat(new Owner(self.boot(), self.pid(), "1", self.namespace()).life(true))
        .isEqualTo(Life.GONE);
  }

  /** The engine may be shared by machines, and each has a boot id of its own. */
  @Test
  void anotherBootIdIsAnEarlierBootOrAnotherMachine() {
    Owner other = new Owner("00000000", self.pid(), self.startedTicks(), self.namespace());
    assertThat(other.life(true)).isEqualTo(Life.GONE);
    assertThat(other.life(false)).isEqualTo(Life.HIDDEN);
  }

  /** In a container everybody is process 1. */
  @Test
  void aProcessOfAnotherNamespaceIsNotTakenForOneOfThisOne() {
    Owner here = new Owner("b", 1, "5", "2");
    assertThat(new Owner("b", 1, "5", "2").life(here, proc, true)).isEqualTo(Life.RUNS);
    assertThat(new Owner("b", 1, "5", "3").life(here, proc, true)).isEqualTo(Life.HIDDEN);
    assertThat(new Owner("b", 7, "5", "3").life(here, proc, true)).isEqualTo(Life.HIDDEN);
  }

  @Test
  void whoSeesAllNamespacesSeesThatOneIsGone() throws IOException {
    Owner host = new Owner("b", 1, "5", FIRST);
    Owner inside = new Owner("b", 1, "9", "3");
    assertThat(inside.life(host, proc, true)).isEqualTo(Life.GONE);
    process(70, "9", "3");
    assertThat(inside.life(host, proc, true)).isEqualTo(Life.HIDDEN);
  }

  @Test
  void aNamespaceThatMayNotBeReadMayBeTheOne() throws IOException {
    Files.createDirectory(proc.resolve("71"));
    assertThat(new Owner("b", 1, "9", "3").life(new Owner("b", 1, "5", FIRST), proc, true))
        .isEqualTo(Life.HIDDEN);
  }

  /** Nothing reaps it where PID 1 is not an init, as in a CI container. */
  @Test
  void aZombieIsGone() throws IOException, InterruptedException {
    Process parent = new ProcessBuilder("sh", "-c", "sleep 0 & echo $!; exec sleep 60").start();
    long pid = Long.parseLong(parent.inputReader().readLine());
    Path stat = Path.of("/proc", Long.toString(pid), "stat");
    while (!Files.readString(stat).contains(") Z ")) {
      Thread.onSpinWait();
    }
    String ticks = Files.readString(stat).replaceFirst(".*\\) ", "").split(" ")[22 - 3];
    assertThat(new Owner(self.boot(), pid, ticks, self.namespace()).life(true))
        .isEqualTo(Life.GONE);
    parent.destroyForcibly().waitFor();
  }

  /** hidepid=2 shows nobody else's processes, also not the first. */
  @Test
  void whereProcessesAreHiddenNoneIsGone() throws IOException {
    Owner here = new Owner("b", 9, "5", FIRST);
    Owner other = new Owner("b", 8, "5", FIRST);
    assertThat(other.life(here, proc, true)).isEqualTo(Life.GONE);
    Files.delete(proc.resolve("1/ns/pid"));
    Files.delete(proc.resolve("1/ns"));
    Files.delete(proc.resolve("1/stat"));
    Files.delete(proc.resolve("1"));
    assertThat(other.life(here, proc, true)).isEqualTo(Life.HIDDEN);
  }

  @Test
  void otherLabelsAreNotOurs() {
    assertThat(Owner.parse("none")).isEmpty();
    assertThat(Owner.parse("a.b.c.d")).isEmpty();
    assertThat(Owner.parse("a.1.c")).isEmpty();
    assertThat(Owner.parse("")).isEmpty();
  }

  private void process(int pid, String ticks, String namespace) throws IOException {
    Path dir = Files.createDirectories(proc.resolve(Integer.toString(pid)));
    Files.writeString(dir.resolve("stat"), pid + " (a b) S" + " 0".repeat(18) + " " + ticks + " 0");
    Files.createDirectory(dir.resolve("ns"));
    Files.createSymbolicLink(dir.resolve("ns/pid"), Path.of("pid:[" + namespace + "]"));
  }
}
