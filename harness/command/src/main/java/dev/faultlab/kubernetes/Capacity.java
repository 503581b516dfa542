package dev.faultlab.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.machine.Memory;
import dev.faultlab.machine.Progress;
import dev.faultlab.plan.Plan;
import dev.faultlab.run.Waves;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * What the nodes of a cluster have, beside what a pod asks for. What other pods ask for is not
 * subtracted: only the scheduler knows it, and says so.
 *
 * @param nodes that take new pods; empty if this user may not read nodes
 */
record Capacity(Optional<List<JsonNode>> nodes) {
  /** MiB of the engine itself, and for files that the kernel keeps in memory. */
  static final int ENGINE_MIB = 1024;

  /** MiB of the container beside the engine. */
  private static final int SHARD_MIB = 1024;

  /** MiB for the stacks of a lab that does not say what it needs. */
  private static final int DEFAULT_MIB = 4096;

  private static final double MEBIBYTE = 1 << 20;
  private static final double DISK_BYTES = 14 * 1024 * MEBIBYTE;
  private static final Pattern QUANTITY =
      Pattern.compile("([0-9.]+(?:[eE][0-9]+)?)([mkKMGTPE]?)(i?)");

  static Capacity of(Kubectl kubectl, Progress progress) throws IOException {
    List<JsonNode> items;
    try {
      items = kubectl.get("nodes");
    } catch (ClusterException e) {
      if (!e.getMessage().contains("(Forbidden)")) {
        throw e;
      }
      progress.say("you may not read nodes, so their room is not checked");
      return new Capacity(Optional.empty());
    }
    List<JsonNode> free = items.stream().filter(Capacity::takesPods).toList();
    if (free.isEmpty()) {
      throw new ClusterException(
          "no node takes pods: none is ready, without a taint and not cordoned; 'kubectl get"
              + " nodes' shows them");
    }
    return new Capacity(Optional.of(free));
  }

  private static boolean takesPods(JsonNode node) {
    return !node.at("/spec/unschedulable").asBoolean()
        && condition(node, "Ready").equals("True")
        && StreamSupport.stream(node.at("/spec/taints").spliterator(), false)
            .allMatch(taint -> taint.path("effect").asText().equals("PreferNoSchedule"));
  }

  /** True, False or Unknown; empty if the object has no such condition. */
  static String condition(JsonNode object, String type) {
    return StreamSupport.stream(object.at("/status/conditions").spliterator(), false)
        .filter(condition -> condition.path("type").asText().equals(type))
        .map(condition -> condition.path("status").asText())
        .findFirst()
        .orElse("");
  }

  /**
   * MiB for the stacks of each shard: for all at the same time if a node has that, else as much as
   * the largest has.
   */
  int stacks(List<Plan> shards) {
    int needed = shards.stream().mapToInt(p -> p.mebibytes(p.stacks())).max().orElse(0);
    int max =
        nodes.stream()
            .flatMap(List::stream)
            .mapToInt(node -> (int) (offered(node, "memory") / MEBIBYTE) - ENGINE_MIB - SHARD_MIB)
            .max()
            .orElse(needed);
    int mebibytes = needed == 0 ? DEFAULT_MIB : Math.max(1, Math.min(needed, max));
    shards.forEach(shard -> Waves.of(shard, Map.of(Memory.VARIABLE, mebibytes + "m")));
    return mebibytes;
  }

  /** What a pod asks for, as in the manifest. */
  private static Map<String, Double> needs(int stacks) {
    double memory = (stacks + ENGINE_MIB + SHARD_MIB) * MEBIBYTE;
    return Map.of("cpu", 1.5, "memory", memory, "ephemeral-storage", DISK_BYTES, "pods", 1.0);
  }

  /**
   * How many pods may run at the same time.
   *
   * @throws ClusterException when no node has room for one
   */
  int parallelPods(int stacks, int shards) {
    if (nodes.isEmpty()) {
      return shards;
    }
    Map<String, Double> needs = needs(stacks);
    long fitting =
        nodes.get().stream()
            .filter(node -> needs.keySet().stream().allMatch(n -> offered(node, n) >= needs.get(n)))
            .count();
    if (fitting == 0) {
      throw new ClusterException(
          "no node has room for a shard: it needs 1.5 CPUs, %d MiB of memory and 14 GiB of"
              + " ephemeral-storage; 'kubectl describe nodes' shows what they have",
          stacks + ENGINE_MIB + SHARD_MIB);
    }
    return (int) Math.min(fitting, shards);
  }

  /**
   * Checks the quotas of the namespace against the pods that run at the same time.
   *
   * @throws ClusterException naming the first that is too small
   */
  static void requireQuota(List<JsonNode> quotas, int pods, int stacks) {
    Map<String, Double> needs = needs(stacks);
    for (JsonNode quota : quotas) {
      for (Map.Entry<String, JsonNode> hard : quota.at("/status/hard").properties()) {
        String what = hard.getKey();
        String used = quota.at("/status/used").path(what).asText("0");
        double each = needs.getOrDefault(what.replaceFirst("^(requests|limits)\\.", ""), 0.0);
        if (quantity(hard.getValue().asText()) - quantity(used) < each * pods) {
          throw new ClusterException(
              "quota %s has too little %s for %d pods: %s of %s are used; give another --namespace,"
                  + " or fewer --nodes",
              quota.at("/metadata/name").asText(), what, pods, used, hard.getValue().asText());
        }
      }
    }
  }

  private static double offered(JsonNode node, String what) {
    return quantity(node.at("/status/allocatable").path(what).asText("0"));
  }

  /** A number of the API: {@code 500m}, {@code 8Gi}, {@code 1.5}. */
  static double quantity(String text) {
    Matcher matcher = QUANTITY.matcher(text);
    if (!matcher.matches()) {
      throw new ClusterException("found the quantity '%s', expected one such as 8Gi", text);
    }
    int base = matcher.group(3).isEmpty() ? 1000 : 1024;
    int power = "m kMGTPE".indexOf(matcher.group(2).replace('K', 'k')) - 1;
    return Double.parseDouble(matcher.group(1))
        * (matcher.group(2).isEmpty() ? 1 : Math.pow(base, power));
  }
}
