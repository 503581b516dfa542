package dev.faultlab.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.LocalCommands;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubnetsTest {
  @TempDir private Path folder;

  /** No network exists yet while a stack begins: the locks alone keep two runs apart. */
  @Test
  void runsThatBeginAtTheSameMomentTakeDifferentOnes() {
    Subnets ours = new Subnets(folder, EmptyEngine.client());
    String first = ours.take();
    String second = ours.take();

    String others = takenByAnotherProcess();

    assertThat(first).isNotEqualTo(second);
    assertThat(others).isNotIn(first, second);
  }

  @Test
  void oneThatWasGivenBackIsFreeForEverybody() {
    Subnets ours = new Subnets(folder, EmptyEngine.client());
    String first = ours.take();
    ours.take();
    ours.release(first);
    assertThat(takenByAnotherProcess()).isEqualTo(first);

    ours.releaseAll();
    assertThat(ours.take()).isEqualTo(first);
  }

  private String takenByAnotherProcess() {
    CommandResult other =
        new LocalCommands()
            .run(
                Command.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    SubnetsTest.class.getName(),
                    folder.toString()));
    assertThat(other.ok()).as(other.err()).isTrue();
    return other.out().strip();
  }

  /** Another process: takes a subnet and says which. */
  public static void main(String[] arguments) {
    System.out.println(new Subnets(Path.of(arguments[0]), EmptyEngine.client()).take());
  }
}
