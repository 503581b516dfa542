package dev.faultlab.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.PlannedRuns;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.files.Json;
import dev.faultlab.files.Trees;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Requirement;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.machine.Progress;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.result.RunResult;
import dev.faultlab.shard.FoundShards;
import dev.faultlab.shard.Split;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Runs that the pods of one Job carry out, while they are prepared here. */
public final class KubernetesRun extends PlannedRuns {
  /** Folder of what was fetched and is not merged yet, below the results; a folder per Job. */
  private static final String PLACE = "kubernetes";

  private static final Duration POLL_INTERVAL = Duration.ofSeconds(2);

  private final KubernetesOptions options;
  private final ShardJob job;
  private final Kubectl kubectl;
  private final Progress progress;
  private final List<Plan> unmerged = new ArrayList<>();
  private FoundShards fetched = new FoundShards(List.of());
  private Path folder = Path.of("");

  /**
   * @param asked label of the lab or question
   * @param words the command line of a pod
   */
  public KubernetesRun(
      PlannedRuns localRuns, KubernetesOptions options, String asked, List<String> words) {
    super(localRuns);
    options.check();
    this.options = options;
    this.job = new ShardJob(asked, options.image, words);
    this.progress = host().progress();
    this.kubectl = new Kubectl(new LocalCommands(), host().environment(), options.namespace);
  }

  /** Runs a lab. Returns the exit status of the merged result. */
  public static int run(PlannedRuns runs, KubernetesOptions options, Lab lab, Choices choices)
      throws IOException, InterruptedException {
    Plan plan = runs.host().plan(lab, choices);
    KubernetesRun run = new KubernetesRun(runs, options, lab.name(), ShardJob.words(plan, choices));
    run.prepare(List.of(plan));
    if (options.dryRun) {
      return ExitStatus.OK;
    }
    RunResult result = run.run(plan);
    run.print(result);
    return result.verdict().judgement().exitStatus();
  }

  /**
   * Carries out all of them in one Job, or continues with a Job that is there.
   *
   * @throws ClusterException when nothing was created, or nothing came of it
   */
  @Override
  public void prepare(List<Plan> plans) throws IOException, InterruptedException {
    unmerged.addAll(plans);
    if (options.follow.isEmpty()) {
      create(plans);
      return;
    }
    String uid = options.follow.get();
    JsonNode jobNode =
        kubectl.get("jobs -l " + ShardJob.ASKED_LABEL + "=" + job.label()).stream()
            .filter(one -> one.at("/metadata/uid").asText().equals(uid))
            .findFirst()
            .orElseThrow(() -> new ClusterException("%s has no Job with UID %s", job.label(), uid));
    String name = jobNode.at("/metadata/name").asText();
    try (JobRemoval removal = new JobRemoval(kubectl, progress, name, options.keep)) {
      follow(jobNode);
    }
  }

  /** Merges the shards of a run. */
  @Override
  public RunResult run(Plan plan) throws IOException {
    RunResult merged = merge(plan.lab(), fetched.of(plan.lab()));
    unmerged.remove(plan);
    if (unmerged.isEmpty()) {
      Trees.delete(folder);
    }
    return merged;
  }

  /** No image is here. */
  @Override
  public Map<String, String> packages(Requirement image) {
    return Map.of();
  }

  private void create(List<Plan> plans) throws IOException, InterruptedException {
    Capacity capacity =
        options.dryRun ? new Capacity(Optional.empty()) : Capacity.of(kubectl, progress);
    int nodes =
        options
            .nodes
            .or(() -> capacity.nodes().map(List::size))
            .orElseThrow(() -> new WrongUsage("give --nodes N"));
    List<Plan> parts = new ArrayList<>();
    for (Plan plan : plans) {
      parts.addAll(Split.of(plan, nodes, effort(plan.lab())).parts());
    }
    int shards = Math.min(nodes, parts.size());
    int stacks = capacity.stacks(parts);
    int parallel = capacity.parallelPods(stacks, shards);
    String name = "faultlab-" + job.label() + "-" + UUID.randomUUID().toString().substring(0, 8);
    String manifest = job.manifest(name, shards, parallel, stacks);
    if (options.dryRun) {
      out().print(manifest);
      return;
    }
    Capacity.requireQuota(kubectl.get("resourcequotas"), parallel, stacks);
    requireAllowed(manifest);
    try (JobRemoval removal = new JobRemoval(kubectl, progress, name, options.keep)) {
      follow(Json.MAPPER.readTree(kubectl.output(manifest, "create", "-f", "-", "-o", "json")));
    }
  }

  /** What the API server only warns of, such as Pod Security, would leave the Job without pods. */
  private void requireAllowed(String manifest) {
    CommandResult dryRun = kubectl.run(manifest, "create", "--dry-run=server", "-f", "-");
    if (!dryRun.ok() || dryRun.err().contains("Warning:")) {
      throw new ClusterException(
          "the cluster would not run this Job: %s%nNothing was created. Its engine is privileged:"
              + " kubectl label namespace NAME pod-security.kubernetes.io/enforce=privileged"
              + " allows that",
          dryRun.err().strip());
    }
  }

  private void follow(JsonNode jobNode) throws IOException, InterruptedException {
    String uid = jobNode.at("/metadata/uid").asText();
    folder = Files.createDirectories(host().results().resolve(PLACE).resolve(uid));
    Path shards = Files.createDirectories(folder.resolve("shards"));
    progress.say(
        "job %s; --follow %s continues with it"
            .formatted(jobNode.at("/metadata/name").asText(), uid));
    JobWatch watch = new JobWatch(kubectl, progress, jobNode, folder);
    watch.follow(POLL_INTERVAL, Duration.ofMinutes(options.wait));
    if (Trees.children(shards).isEmpty()) {
      Trees.delete(folder);
      throw new ClusterException("no shard has a result: %s", String.join("; ", watch.lines()));
    }
    fetched = FoundShards.find(List.of(shards));
  }
}
