package dev.faultlab.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.command.ListContainersCmd;
import com.github.dockerjava.api.command.ListNetworksCmd;
import com.github.dockerjava.api.command.ListVolumesCmd;
import com.github.dockerjava.api.command.ListVolumesResponse;
import com.github.dockerjava.api.command.RemoveContainerCmd;
import com.github.dockerjava.api.command.RemoveNetworkCmd;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.InternalServerErrorException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.Network;
import dev.faultlab.docker.DockerHost;
import dev.faultlab.owner.Labels;
import dev.faultlab.owner.Owner;
import dev.faultlab.stack.Sweeper.SweepCounts;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Two containers and a network of run-1, and a network of another run. */
class SweeperTest {

  /** What removals come to, one after the other; none left is that all goes well. */
  private final Queue<DockerException> refusals = new ConcurrentLinkedQueue<>();

  @Test
  void takesAwayWhatIsOfTheRun() {
    assertThat(sweeper().sweepRun("run-1")).isEqualTo(new SweepCounts(2, 1, 0));
    assertThat(sweeper().sweepAll()).isEqualTo(new SweepCounts(2, 2, 0));
    assertThat(sweeper().sweepRun("run-3").isEmpty()).isTrue();
  }

  /** A container of this process, one of a process that is gone, and one of another container's. */
  @Test
  void onlyWhatCertainlyHasNobodyIsTakenAway() {
    Owner me = Owner.current();
    Owner gone = new Owner(me.boot(), me.pid(), "1", me.namespace());
    Owner elsewhere = new Owner("00000000", 1, "1", "1");
    String containers =
        Stream.of(me.label(), gone.label(), elsewhere.label(), "none")
            .map(owner -> owned("run-" + owner.charAt(0), owner))
            .collect(Collectors.joining(",", "[", "]"));
    assertThat(sweeper(containers, false).sweepDead()).isEqualTo(new SweepCounts(1, 0, 0));
    assertThat(sweeper(containers, false).sweepIdle()).isEqualTo(new SweepCounts(2, 2, 0));
    assertThat(sweeper(containers, false).hidden()).containsExactly("run-0");
    assertThat(sweeper(containers, true).sweepDead()).isEqualTo(new SweepCounts(2, 0, 0));
    assertThat(sweeper(containers, true).hidden()).isEmpty();
  }

  @Test
  void whatTheEngineRefusesKeepsNothingElse() {
    refusals.add(new InternalServerErrorException("device or resource busy"));
    assertThat(sweeper().sweepRun("run-1")).isEqualTo(new SweepCounts(1, 1, 0));
  }

  @Test
  void aLookThatMeetsOnlyRefusalsSaysWhy() {
    List.of("busy", "busy too", "has active endpoints")
        .forEach(why -> refusals.add(new InternalServerErrorException(why)));
    assertThatThrownBy(() -> sweeper().sweepRun("run-1"))
        .isInstanceOf(InternalServerErrorException.class)
        .hasMessageContaining("busy");
  }

  @Test
  void whatSomebodyElseTakesAwayIsNoRefusal() {
    refusals.add(new NotFoundException("no such container"));
    refusals.add(new ConflictException("removal is already in progress"));
    refusals.add(new NotFoundException("no such network"));
    assertThat(sweeper().sweepRun("run-1").isEmpty()).isTrue();
  }

  private Sweeper sweeper() {
    return sweeper("[" + labelled("c1", "run-1") + "," + labelled("c2", "run-1") + "]", true);
  }

  private Sweeper sweeper(String containers, boolean sameMachine) {
    String networks = "[" + labelled("n1", "run-1") + "," + labelled("n2", "run-2") + "]";
    return new Sweeper(
        new DockerHost(
            EmptyEngine.client(
                Map.of(
                    ListContainersCmd.class,
                    nothing -> List.of(EmptyEngine.json(containers, Container[].class)),
                    ListNetworksCmd.class,
                    nothing -> List.of(EmptyEngine.json(networks, Network[].class)),
                    ListVolumesCmd.class,
                    nothing -> EmptyEngine.json("{}", ListVolumesResponse.class),
                    RemoveContainerCmd.class,
                    nothing -> removed(),
                    RemoveNetworkCmd.class,
                    nothing -> removed())),
            sameMachine ? "unix:///nowhere" : "tcp://elsewhere"));
  }

  private static String labelled(String id, String run) {
    return String.format("{\"Id\": \"%s\", \"Labels\": {\"%s\": \"%s\"}}", id, Labels.RUN, run);
  }

  private static String owned(String run, String owner) {
    return String.format(
        "{\"Id\": \"%s\", \"Labels\": {\"%s\": \"%s\", \"%s\": \"%s\"}}",
        run, Labels.RUN, run, Labels.OWNER, owner);
  }

  private Object removed() {
    DockerException refusal = refusals.poll();
    if (refusal != null) {
      throw refusal;
    }
    return null;
  }
}
