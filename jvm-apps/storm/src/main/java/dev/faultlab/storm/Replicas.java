package dev.faultlab.storm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * A topic with a replica of each partition on every leader's node: who leads what, and how fast a
 * follower gets a partition.
 */
final class Replicas implements AutoCloseable {
  /** The cluster tells nobody when its metadata have changed; they are asked for so often. */
  private static final long BETWEEN_LOOKS_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /**
   * How a follower got a partition anew.
   *
   * @param bytes of the partition's log on its leader
   * @param seconds from the order to the follower being in sync
   */
  record Copy(long bytes, double seconds, double mebibytesPerSecond) {}

  private final Admin admin;
  private final String topic;
  private final Duration limit;

  /**
   * @param limit how long each step may take
   */
  Replicas(String brokers, String topic, Duration limit) {
    Properties settings = new Properties();
    settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, brokers);
    this.admin = Admin.create(settings);
    this.topic = topic;
    this.limit = limit;
  }

  /** The topic without what was in it; partition i is led by the i-th of these nodes. */
  void make(List<Integer> leaders) throws Exception {
    if (get(admin.listTopics().names()).contains(topic)) {
      get(admin.deleteTopics(List.of(topic)).all());
    }
    get(admin.createTopics(List.of(new NewTopic(topic, assignment(leaders)))).all());
  }

  /** The first of a partition's replicas is the one that is to lead it. */
  static Map<Integer, List<Integer>> assignment(List<Integer> leaders) {
    Set<Integer> nodes = new HashSet<>(leaders);
    Map<Integer, List<Integer>> replicas = new TreeMap<>();
    for (int partition = 0; partition < leaders.size(); partition++) {
      Integer leader = leaders.get(partition);
      List<Integer> order = new ArrayList<>(List.of(leader));
      nodes.stream().filter(node -> !node.equals(leader)).sorted().forEach(order::add);
      replicas.put(partition, order);
    }
    return replicas;
  }

  /** Each partition's first replica becomes its leader, once it is in sync. */
  void electPreferred(int partitions) throws Exception {
    await("be in sync", Replicas::inSync);
    Set<TopicPartition> all =
        IntStream.range(0, partitions)
            .mapToObj(partition -> new TopicPartition(topic, partition))
            .collect(Collectors.toSet());
    // What becomes of it is waited for; a partition that its first replica leads is answered with
    // an error.
    get(admin.electLeaders(ElectionType.PREFERRED, all).partitions());
  }

  /** Waits until each partition is led by that node and all its replicas are in sync. */
  void awaitLed(List<Integer> leaders) throws Exception {
    await(
        "be led by " + leaders,
        partitions -> leaders(partitions).equals(leaders) && inSync(partitions));
  }

  /** The node that leads each partition; -1 for none. */
  static List<Integer> leaders(List<TopicPartitionInfo> partitions) {
    return partitions.stream().map(p -> p.leader() == null ? -1 : p.leader().id()).toList();
  }

  static boolean inSync(List<TopicPartitionInfo> partitions) {
    return partitions.stream().allMatch(p -> ids(p.isr()).equals(ids(p.replicas())));
  }

  /** Takes all replicas but the leader's away from a partition, and gives them back. */
  Copy copy(int partition) throws Exception {
    List<Integer> replicas = partitions().get(partition).replicas().stream().map(Node::id).toList();
    int leader = leaders(partitions()).get(partition);
    reassign(partition, List.of(leader));
    long bytes =
        get(admin.describeLogDirs(List.of(leader)).allDescriptions()).get(leader).values().stream()
            .map(folder -> folder.replicaInfos().get(new TopicPartition(topic, partition)))
            .filter(replica -> replica != null)
            .mapToLong(replica -> replica.size())
            .sum();
    long begin = System.nanoTime();
    reassign(partition, replicas);
    double seconds = (System.nanoTime() - begin) / 1e9;
    return new Copy(bytes, seconds, bytes / (double) (1 << 20) / seconds);
  }

  private void reassign(int partition, List<Integer> nodes) throws Exception {
    TopicPartition moved = new TopicPartition(topic, partition);
    get(
        admin
            .alterPartitionReassignments(
                Map.of(moved, Optional.of(new NewPartitionReassignment(nodes))))
            .all());
    // The controller has it under way until each of the nodes is in sync. It is asked itself:
    // brokers hear of it later.
    long deadline = System.nanoTime() + limit.toNanos();
    while (!get(admin.listPartitionReassignments(Set.of(moved)).reassignments()).isEmpty()) {
      lookAgain("%s was to be on the nodes %s".formatted(moved, nodes), deadline);
    }
  }

  private void await(String what, Predicate<List<TopicPartitionInfo>> condition) throws Exception {
    long deadline = System.nanoTime() + limit.toNanos();
    List<TopicPartitionInfo> seen = partitions();
    while (seen.isEmpty() || !condition.test(seen)) {
      lookAgain("%s was to %s; it is %s".formatted(topic, what, seen), deadline);
      seen = partitions();
    }
  }

  private static void lookAgain(String unmet, long deadline) throws TimeoutException {
    if (System.nanoTime() > deadline) {
      throw new TimeoutException(unmet);
    }
    LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
  }

  /** Empty as long as a broker has not heard of the topic. */
  private List<TopicPartitionInfo> partitions() throws Exception {
    try {
      TopicDescription description =
          get(admin.describeTopics(List.of(topic)).allTopicNames()).get(topic);
      return description.partitions();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return List.of();
      }
      throw e;
    }
  }

  private <T> T get(KafkaFuture<T> future) throws Exception {
    return future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static Set<Integer> ids(List<Node> nodes) {
    return nodes.stream().map(Node::id).collect(Collectors.toSet());
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(1));
  }
}
