package dev.faultlab.stack;

import com.github.dockerjava.api.command.InspectVolumeResponse;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.Network;
import dev.faultlab.docker.DockerHost;
import dev.faultlab.owner.Labels;
import dev.faultlab.owner.Owner;
import dev.faultlab.owner.Owner.Life;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Removes what runs left on the engine, by label, without the run's folder or process. Guests, taps
 * and bridges live in a container's name spaces and go with it.
 */
public record Sweeper(DockerHost host) {
  private static final List<String> LABEL = List.of(Labels.RUN);

  /** How much was removed. */
  public record SweepCounts(int containers, int networks, int volumes) {
    public boolean isEmpty() {
      return containers + networks + volumes == 0;
    }

    @Override
    public String toString() {
      return containers + " containers, " + networks + " networks, " + volumes + " volumes";
    }
  }

  /**
   * Everything of runs whose process is gone. Running ones and stacks started by hand stay.
   *
   * @throws StackException when the engine keeps it
   */
  public SweepCounts sweepDead() {
    try {
      return sweep(labels -> life(labels).map(Life.GONE::equals).orElse(false));
    } catch (DockerException e) {
      throw new StackException(e.getMessage().strip(), e);
    }
  }

  /** What {@link #sweepDead} did before a run, in a sentence; empty if there was nothing to do. */
  public String sweepBeforeRun() {
    try {
      SweepCounts swept = sweepDead();
      return swept.isEmpty() ? "" : "removed leftovers of a killed run: " + swept;
    } catch (StackException e) {
      return ("the engine does not remove leftovers of a killed run (%s); this run continues, and a restart"
              + " of the engine may remove them")
          .formatted(e.getMessage());
    }
  }

  /** {@link #sweepDead()}, and stacks started by hand. */
  public SweepCounts sweepIdle() {
    return sweep(labels -> life(labels).map(Life.GONE::equals).orElse(true));
  }

  /** The runs with a container for which this process cannot see whether they still run. */
  public Set<String> hidden() {
    return containers().stream()
        .map(Container::getLabels)
        .filter(labels -> life(labels).filter(Life.HIDDEN::equals).isPresent())
        .map(labels -> labels.get(Labels.RUN))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private List<Container> containers() {
    return host.client().listContainersCmd().withShowAll(true).withLabelFilter(LABEL).exec();
  }

  /** Everything, running or not. */
  public SweepCounts sweepAll() {
    return sweep(labels -> true);
  }

  /** Everything of one run. */
  public SweepCounts sweepRun(String run) {
    return sweep(labels -> run.equals(labels.get(Labels.RUN)));
  }

  /** Everything of one stack of a run. */
  public SweepCounts sweepStack(String run, String stack) {
    return sweep(
        labels -> run.equals(labels.get(Labels.RUN)) && stack.equals(labels.get(Labels.STACK)));
  }

  /**
   * Looks once, and removes what matches.
   *
   * @throws DockerException when the engine keeps something although nothing else could be removed:
   *     what a container still holds may go once that container is gone
   */
  private SweepCounts sweep(Predicate<Map<String, String>> matches) {
    List<DockerException> refused = new ArrayList<>();
    int containers = 0;
    int networks = 0;
    int volumes = 0;
    // One at a time: side by side, Docker 20.10 once kept counting an endpoint for ever, and kept
    // its network.
    for (Container c : containers()) {
      // with its anonymous volumes, which carry no label
      Runnable removal =
          host.client().removeContainerCmd(c.getId()).withForce(true).withRemoveVolumes(true)::exec;
      containers += matches.test(c.getLabels()) ? removed(removal, refused) : 0;
    }
    for (Network n : host.client().listNetworksCmd().withFilter("label", LABEL).exec()) {
      Runnable removal = host.client().removeNetworkCmd(n.getId())::exec;
      networks += matches.test(n.getLabels()) ? removed(removal, refused) : 0;
    }
    List<InspectVolumeResponse> found =
        host.client().listVolumesCmd().withFilter("label", LABEL).exec().getVolumes();
    for (InspectVolumeResponse v : found == null ? List.<InspectVolumeResponse>of() : found) {
      Runnable removal = host.client().removeVolumeCmd(v.getName())::exec;
      volumes += matches.test(v.getLabels()) ? removed(removal, refused) : 0;
    }
    SweepCounts swept = new SweepCounts(containers, networks, volumes);
    if (swept.isEmpty() && !refused.isEmpty()) {
      throw refused.get(0);
    }
    return swept;
  }

  /** Another process' sweep, or the engine's own clean-up, may be faster. */
  private static int removed(Runnable removal, List<DockerException> refused) {
    try {
      removal.run();
      return 1;
    } catch (NotFoundException | ConflictException e) {
      return 0;
    } catch (DockerException e) {
      refused.add(e);
      return 0;
    }
  }

  /**
   * Empty for what no process of ours has started. If only this machine uses the engine, another
   * boot id means an earlier boot; otherwise its process may still run.
   */
  private Optional<Life> life(Map<String, String> labels) {
    return Owner.parse(labels.getOrDefault(Labels.OWNER, "none"))
        .map(owner -> owner.life(host.isLocal()));
  }
}
