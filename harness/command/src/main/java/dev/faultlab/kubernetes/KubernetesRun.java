package dev.faultlab.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.PlannedRuns;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.files.Json;
import dev.faultlab.files.Trees;
import dev.faultlab.lab.Lab;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.machine.Progress;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.TrialDurations;
import dev.faultlab.shard.FoundShards;
import dev.faultlab.shard.Split;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A run of a lab on a cluster, from the checks before it to the merged result. */
public final class KubernetesRun {
  /** Folder of what was fetched and is not merged yet, below the results; a folder per Job. */
  private static final String PLACE = "kubernetes";

  private static final Duration LOOK = Duration.ofSeconds(2);

  private final PlannedRuns runs;
  private final KubernetesOptions options;
  private final Kubectl kubectl;
  private final Progress progress;

  public KubernetesRun(PlannedRuns runs, KubernetesOptions options) {
    options.check();
    this.runs = runs;
    this.options = options;
    this.progress = runs.host().progress();
    this.kubectl = new Kubectl(new LocalCommands(), runs.host().environment(), options.namespace);
  }

  /**
   * Runs a lab, or continues with a Job that is there.
   *
   * @param effort from which every machine computes the same split
   * @return the exit status of the merged result
   * @throws ClusterException when nothing was created, or nothing came of it
   */
  public int run(Lab lab, Choices choices, TrialDurations effort)
      throws IOException, InterruptedException {
    if (options.follow.isEmpty()) {
      Plan plan = runs.host().plan(lab, choices);
      return create(plan, effort, ShardJob.words(plan, choices));
    }
    JsonNode job = job(options.follow.get(), lab);
    String name = job.at("/metadata/name").asText();
    try (JobRemoval removal = new JobRemoval(kubectl, progress, name, options.keep)) {
      return follow(lab, job);
    }
  }

  private int create(Plan plan, TrialDurations effort, List<String> words)
      throws IOException, InterruptedException {
    ClusterRoom room =
        options.dryRun ? new ClusterRoom(Optional.empty()) : ClusterRoom.of(kubectl, progress);
    int nodes =
        options
            .nodes
            .or(() -> room.nodes().map(List::size))
            .orElseThrow(() -> new WrongUsage("give --nodes N"));
    List<Plan> parts =
        Split.of(plan, nodes, effort).shards().stream().filter(s -> !s.cells().isEmpty()).toList();
    int shards = parts.size();
    int stacks = room.stacks(parts);
    int parallel = room.fitting(stacks, shards);
    String name =
        "faultlab-" + plan.lab().name() + "-" + UUID.randomUUID().toString().substring(0, 8);
    String manifest = ShardJob.manifest(name, options.image, words, shards, parallel, stacks);
    if (options.dryRun) {
      runs.out().print(manifest);
      return ExitStatus.OK;
    }
    ClusterRoom.requireQuota(kubectl.get("resourcequotas"), parallel, stacks);
    requireAllowed(manifest);
    try (JobRemoval removal = new JobRemoval(kubectl, progress, name, options.keep)) {
      JsonNode job =
          Json.MAPPER.readTree(kubectl.must(manifest, "create", "-f", "-", "-o", "json"));
      return follow(plan.lab(), job);
    }
  }

  /** What the API server only warns of, such as Pod Security, would leave the Job without pods. */
  private void requireAllowed(String manifest) {
    CommandResult dry = kubectl.run(manifest, "create", "--dry-run=server", "-f", "-");
    if (!dry.ok() || dry.err().contains("Warning:")) {
      throw new ClusterException(
          "the cluster would not run this Job: %s%nNothing was created. Its engine is privileged:"
              + " kubectl label namespace NAME pod-security.kubernetes.io/enforce=privileged"
              + " allows that",
          dry.err().strip());
    }
  }

  private JsonNode job(String uid, Lab lab) throws IOException {
    return kubectl.get("jobs -l " + ShardJob.LAB_LABEL + "=" + lab.name()).stream()
        .filter(job -> job.at("/metadata/uid").asText().equals(uid))
        .findFirst()
        .orElseThrow(() -> new ClusterException("lab %s has no Job with UID %s", lab.name(), uid));
  }

  private int follow(Lab lab, JsonNode job) throws IOException, InterruptedException {
    String uid = job.at("/metadata/uid").asText();
    Path folder = Files.createDirectories(runs.host().results().resolve(PLACE).resolve(uid));
    Path shards = Files.createDirectories(folder.resolve("shards"));
    progress.say(
        "job %s; --follow %s continues with it".formatted(job.at("/metadata/name").asText(), uid));
    JobWatch watch = new JobWatch(kubectl, progress, job, folder);
    watch.follow(LOOK, Duration.ofMinutes(options.wait));
    if (Trees.children(shards).isEmpty()) {
      Trees.delete(folder);
      throw new ClusterException("no shard has a result: %s", String.join("; ", watch.lines()));
    }
    RunResult result = runs.merge(lab, FoundShards.in(List.of(shards)));
    Trees.delete(folder);
    return result.verdict().judgement().exitStatus();
  }
}
