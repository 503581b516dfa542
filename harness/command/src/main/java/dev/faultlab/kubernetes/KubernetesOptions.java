package dev.faultlab.kubernetes;

import dev.faultlab.command.WrongUsage;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of a run on a cluster. */
public final class KubernetesOptions {
  @Option(
      names = "--on",
      required = true,
      paramLabel = "kubernetes",
      description = "run as a Job on the cluster of your kubectl, a shard per node; merge here")
  private String platform;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "with --on: how many shards (default: as many as there are nodes with room)")
  Optional<Integer> nodes = Optional.empty();

  @Option(
      names = "--namespace",
      paramLabel = "NAME",
      description = "with --on: where the Job is created (default: that of kubectl's context)")
  Optional<String> namespace = Optional.empty();

  @Option(
      names = "--image",
      paramLabel = "REF",
      description = "with --on: what harness/dist/image made, in a registry of the cluster")
  String image;

  @Option(
      names = "--wait",
      paramLabel = "MINUTES",
      description = "with --on: how long to wait while no shard goes on (default: 10)")
  int wait = 10;

  @Option(names = "--keep", description = "with --on: leave the Job on the cluster, also on Ctrl-C")
  boolean keep;

  @Option(
      names = "--follow",
      paramLabel = "UID",
      description = "with --on: create nothing, and continue with the Job of this UID")
  Optional<String> follow = Optional.empty();

  /** Whether the Job is only printed. {@code upgrade} has an option of that name for its own. */
  public boolean dryRun;

  /** Rejects what makes no sense together. */
  void check() {
    WrongUsage.throwIf(!platform.equals("kubernetes"), "--on %s: expected kubernetes", platform);
    nodes.ifPresent(n -> WrongUsage.requireBetween("--nodes", n, 1, 1000));
    if (image == null && follow.isEmpty()) {
      throw new WrongUsage("found no --image; harness/dist/image makes one for your registry");
    }
    WrongUsage.throwIf(dryRun && nodes.isEmpty(), "--dry-run asks no cluster: give --nodes N");
  }
}
