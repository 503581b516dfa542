package dev.faultlab.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.command.ListNetworksCmd;
import com.github.dockerjava.api.model.Network;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.LocalCommands;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubnetsTest {
  @TempDir private Path folder;

  /** No network exists yet while a stack begins: the locks alone keep two runs apart. */
  @Test
  void runsThatBeginAtTheSameMomentTakeDifferentOnes() {
    Subnets ours = new Subnets(folder, EmptyEngine.host());
    String first = ours.allocate();
    String second = ours.allocate();

    String others = takenByAnotherProcess();

    assertThat(first).isNotEqualTo(second);
    assertThat(others).isNotIn(first, second);
  }

  @Test
  void oneThatWasGivenBackIsFreeForEverybody() {
    Subnets ours = new Subnets(folder, EmptyEngine.host());
    String first = ours.allocate();
    ours.allocate();
    ours.release(first);
    assertThat(takenByAnotherProcess()).isEqualTo(first);

    ours.releaseAll();
    assertThat(ours.allocate()).isEqualTo(first);
  }

  /** Somebody else's network may be wider than one of ours. */
  @ParameterizedTest
  @CsvSource({
    "198.18.0.0/16, 198.19.0",
    "198.18.0.0/20, 198.18.16",
    "198.18.1.128/25, 198.18.2",
    "198.18.0.0/24, 198.18.1",
    "10.0.0.0/8, 198.18.1",
    "fd00:198:18::/64, 198.18.1"
  })
  void takesNoneThatMeetsAnothersNetwork(String theirs, String ours) {
    assertThat(withNetworkOf(theirs).allocate()).isEqualTo(ours);
  }

  @Test
  void oneNetworkOverAllOfTheRangeLeavesNone() {
    assertThatThrownBy(withNetworkOf("198.18.0.0/15")::allocate)
        .isInstanceOf(StackException.class)
        .hasMessageContaining("198.18.0.0/15 are in use");
  }

  /** Ours, on an engine that has a network of somebody else's and one without addresses. */
  private Subnets withNetworkOf(String theirs) {
    String networks = "[{\"Name\": \"none\"}, {\"IPAM\": {\"Config\": [{\"Subnet\": \"%s\"}]}}]";
    List<Network> listed = List.of(EmptyEngine.json(networks.formatted(theirs), Network[].class));
    return new Subnets(folder, EmptyEngine.host(Map.of(ListNetworksCmd.class, nothing -> listed)));
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
    System.out.println(new Subnets(Path.of(arguments[0]), EmptyEngine.host()).allocate());
  }
}
