package dev.faultlab.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.files.Trees;
import dev.faultlab.machine.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Follows the pods of one Job, and fetches what each shard has found, once. */
final class JobWatch {
  private static final String LAST = "jsonpath={.items[-1:].message}";
  private static final String READY = "jsonpath={.status.conditions[?(@.type==\"Ready\")].status}";
  private static final String LOST_NODE_HINT =
      ", which does not answer; if it is gone for good, 'kubectl delete node %s' frees the shard";

  /** Reasons of a container that is being started; any other reason to wait is an error. */
  private static final Set<String> STARTING = Set.of("ContainerCreating", "PodInitializing");

  private final Kubectl kubectl;
  private final Progress progress;
  private final String name;
  private final String uid;
  private final int shards;
  private final Path folder;

  /** What was last said of each shard, of the Job and of the cluster; another thread draws it. */
  private final Map<String, String> lines = new ConcurrentSkipListMap<>();

  private boolean progresses;

  /**
   * @param folder what belongs to this Job alone
   */
  JobWatch(Kubectl kubectl, Progress progress, JsonNode job, Path folder) {
    this.kubectl = kubectl;
    this.progress = progress;
    this.name = job.at("/metadata/name").asText();
    this.uid = job.at("/metadata/uid").asText();
    this.shards = job.at("/spec/completions").asInt();
    this.folder = folder;
  }

  /**
   * Waits until every shard is here, the Job has ended, or no shard has made progress for a while.
   *
   * @param pause between two looks
   * @param patience how long nothing may go on
   */
  void follow(Duration pause, Duration patience) throws IOException, InterruptedException {
    boolean showsLines = progress.footer(this::lines);
    try (Progress.Step step = progress.start("shards", 0)) {
      long last = System.nanoTime();
      while (fetchedCount() < shards && poll(last, patience)) {
        if (!showsLines) {
          step.note(String.join("; ", lines()));
        }
        Thread.sleep(pause.toMillis());
        last = progresses ? System.nanoTime() : last;
      }
    } finally {
      progress.footer(List::of);
    }
  }

  /** Looks at each pod. Returns whether to look again. */
  private boolean poll(long last, Duration patience) throws IOException, InterruptedException {
    progresses = false;
    boolean ended = false;
    try {
      List<JsonNode> items = kubectl.get("jobs,pods -l " + ShardJob.NAME_LABEL + "=" + name);
      Optional<JsonNode> job =
          items.stream().filter(item -> item.at("/metadata/uid").asText().equals(uid)).findFirst();
      ended = job.isEmpty() || ended(job.get());
      lines.remove("cluster");
      List<JsonNode> pods = newest(items);
      for (JsonNode pod : pods) {
        progresses |= poll(pod);
      }
      if (pods.isEmpty()) {
        report("job", job.isEmpty() ? "was deleted" : "has no pods: " + warning(), "");
      }
    } catch (ClusterException e) {
      report("cluster", "does not answer: " + e.getMessage(), "");
    }
    boolean timedOut = !progresses && System.nanoTime() - last >= patience.toNanos();
    if (timedOut && !ended) {
      progress.say("no shard has made progress for " + patience.toMinutes() + " min; giving up");
    }
    return !ended && !timedOut;
  }

  private static boolean ended(JsonNode job) {
    return Stream.of("Complete", "Failed")
        .anyMatch(type -> Capacity.condition(job, type).equals("True"));
  }

  /** The newest pod of each shard that this very Job has made. */
  private List<JsonNode> newest(List<JsonNode> items) {
    Map<String, JsonNode> newest = new TreeMap<>();
    items.stream()
        .filter(item -> item.at("/metadata/ownerReferences/0/uid").asText().equals(uid))
        .sorted(Comparator.comparing(item -> item.at("/metadata/creationTimestamp").asText()))
        .forEach(pod -> newest.put(index(pod), pod));
    return List.copyOf(newest.values());
  }

  private static String index(JsonNode pod) {
    return pod.at("/metadata/labels").path("batch.kubernetes.io/job-completion-index").asText();
  }

  /** Why the API server makes no pods: a quota, say. */
  private String warning() {
    String about = "--field-selector=type=Warning,involvedObject.uid=" + uid;
    return kubectl.run("", "get", "events", about, "-o", LAST).out().strip();
  }

  /**
   * Reports the news of a shard, and fetches it when it is ready. Returns whether the shard is
   * still running.
   */
  private boolean poll(JsonNode pod) throws IOException, InterruptedException {
    String node = pod.at("/spec/nodeName").asText();
    String phase = pod.at("/status/phase").asText();
    boolean succeeded = phase.equals("Succeeded");
    if (succeeded || fetch(pod)) {
      return !succeeded; // its shard is here, so nothing more comes of it
    }
    boolean isEnding = pod.at("/metadata/deletionTimestamp").isTextual();
    Optional<String> obstacle = isEnding ? Optional.of(endReason(node)) : startObstacle(pod);
    boolean failed = phase.equals("Failed");
    boolean runs = phase.equals("Running");
    String last = obstacle.isEmpty() && (runs || failed) ? lastLine(pod) : "";
    String line = last.isEmpty() ? "" : ": " + last;
    String state = (runs ? "runs" : failed ? "failed" : "starts") + " on " + node;
    report(shard(pod), obstacle.orElse(state), line);
    return obstacle.isEmpty() && !failed;
  }

  private String shard(JsonNode pod) {
    return "shard " + (Integer.parseInt(index(pod)) + 1) + "/" + shards;
  }

  /** Why a pod does not start; empty if it does, or has. */
  private static Optional<String> startObstacle(JsonNode pod) {
    JsonNode status = pod.path("status");
    for (JsonNode condition : status.path("conditions")) {
      if (condition.path("reason").asText().equals("Unschedulable")) {
        return Optional.of("waits for a node: " + condition.path("message").asText());
      }
    }
    return Stream.of("initContainerStatuses", "containerStatuses")
        .flatMap(kind -> StreamSupport.stream(status.path(kind).spliterator(), false))
        .map(container -> container.at("/state/waiting"))
        .filter(waiting -> !STARTING.contains(waiting.path("reason").asText("PodInitializing")))
        .map(
            waiting ->
                "cannot start: %s: %s"
                    .formatted(waiting.path("reason").asText(), waiting.path("message").asText()))
        .findFirst();
  }

  /**
   * A pod on a lost node stays until its node is removed, and until then its shard has no other.
   */
  private String endReason(String node) {
    boolean lost =
        kubectl.run("", "get", "node", node, "-o", READY).out().strip().equals("Unknown");
    return "is being ended on " + node + (lost ? LOST_NODE_HINT.formatted(node) : "");
  }

  /** The last line of a pod's log; empty if there is none yet. */
  private String lastLine(JsonNode pod) {
    String name = pod.at("/metadata/name").asText();
    return kubectl.run("", "logs", name, "--container=shard", "--tail=1").out().strip();
  }

  /** Whether the pod has a result that is now here; then the pod may end. */
  private boolean fetch(JsonNode pod) throws IOException, InterruptedException {
    if (!Capacity.condition(pod, "Ready").equals("True")) {
      return false;
    }
    String name = pod.at("/metadata/name").asText();
    Path target = fetchedFolder(index(pod));
    if (!Files.exists(target)) {
      Path part = folder.resolve("part-" + index(pod));
      Trees.delete(part);
      try {
        kubectl.fetch(name, Files.createDirectories(part));
        Files.move(part, target);
      } catch (ClusterException e) {
        report(shard(pod), "is not fetched yet: " + e.getMessage(), "");
        return false;
      }
      report(shard(pod), "fetched from " + name, "");
    }
    kubectl.run("", "exec", name, "--container=shard", "--", "touch", "/srv/taken");
    return true;
  }

  private Path fetchedFolder(String index) {
    return folder.resolve("shards").resolve(index);
  }

  private int fetchedCount() {
    return Trees.children(fetchedFolder("")).size();
  }

  /** A line for each shard. */
  List<String> lines() {
    return List.copyOf(lines.values());
  }

  private void report(String shard, String state, String more) {
    String line = shard + " " + state + more;
    String before = lines.put(shard, line);
    // Kubernetes alternates between two reasons for a pull that fails.
    if (before == null || !before.split(":")[0].equals(line.split(":")[0])) {
      progress.say(line);
    }
  }
}
