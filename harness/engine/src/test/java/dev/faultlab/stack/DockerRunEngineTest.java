package dev.faultlab.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.github.dockerjava.api.command.ListContainersCmd;
import com.github.dockerjava.api.command.ListNetworksCmd;
import com.github.dockerjava.api.command.ListVolumesCmd;
import com.github.dockerjava.api.command.ListVolumesResponse;
import com.github.dockerjava.api.command.RemoveNetworkCmd;
import com.github.dockerjava.api.exception.InternalServerErrorException;
import com.github.dockerjava.api.model.Network;
import dev.faultlab.files.Json;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.machine.Workspace;
import dev.faultlab.owner.Labels;
import dev.faultlab.owner.Owner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a start meets on an engine that has a network of a run that is gone. */
class DockerRunEngineTest {

  @TempDir private Path folder;

  @Test
  void whatWentIsSaid() throws IOException {
    assertThat(engine(Optional.empty()).sweepDead())
        .isEqualTo("removed leftovers of a killed run: 0 containers, 1 networks, 0 volumes");
  }

  /** As Docker 20.10 does with a network whose endpoint it has lost. */
  @Test
  void aNetworkThatTheEngineKeepsEndsNoStart() throws IOException {
    RuntimeException refused = new InternalServerErrorException("network has active endpoints");
    assertThat(engine(Optional.of(refused)).sweepDead())
        .contains("does not remove", "network has active endpoints");
  }

  @Test
  void anEngineThatDoesNotAnswerEndsTheStart() throws IOException {
    RuntimeException gone = new UncheckedIOException(new IOException("broken pipe"));
    DockerRunEngine engine = engine(Optional.of(gone));
    assertThatThrownBy(engine::sweepDead)
        .isInstanceOf(StackException.class)
        .hasMessageContaining("broken pipe");
    String net = engine.identity("run-1", "a").net();
    assertThatThrownBy(() -> engine.sweep("run-1")).hasMessageContaining("broken pipe");
    assertThat(engine(Optional.of(gone)).identity("run-2", "b").net()).isEqualTo(net);
  }

  /**
   * @param failure what taking the network away comes to
   */
  private DockerRunEngine engine(Optional<RuntimeException> failure) throws IOException {
    Owner me = Owner.current();
    String gone = new Owner(me.boot(), me.pid(), "1", me.namespace()).label();
    String networks =
        String.format(
            "[{\"Id\": \"n1\", \"Labels\": {\"%s\": \"run-1\", \"%s\": \"%s\"}}]",
            Labels.RUN, Labels.OWNER, gone);
    List<Network> found = Json.MAPPER.readValue(networks, new TypeReference<List<Network>>() {});
    ListVolumesResponse volumes = Json.MAPPER.readValue("{}", ListVolumesResponse.class);
    return new DockerRunEngine(
        new Workspace(folder, new CacheDir(folder)),
        new LocalCommands(),
        EmptyEngine.host(
            Map.of(
                ListContainersCmd.class,
                nothing -> List.of(),
                ListNetworksCmd.class,
                nothing -> found,
                ListVolumesCmd.class,
                nothing -> volumes,
                RemoveNetworkCmd.class,
                nothing -> {
                  failure.ifPresent(
                      e -> {
                        throw e;
                      });
                  return null;
                })));
  }
}
