package dev.faultlab.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.junit.jupiter.api.Test;

class ReplicasTest {

  @Test
  void aPartitionsLeaderIsItsFirstReplica() {
    assertThat(Replicas.assignment(List.of(1, 2)))
        .isEqualTo(Map.of(0, List.of(1, 2), 1, List.of(2, 1)));
  }

  @Test
  void aNodeThatLeadsAllKeepsTheirOrder() {
    assertThat(Replicas.assignment(List.of(2, 2, 1)))
        .isEqualTo(Map.of(0, List.of(2, 1), 1, List.of(2, 1), 2, List.of(1, 2)));
  }

  @Test
  void tellsWhoLeadsWhatAndThatNobodyDoes() {
    assertThat(
            Replicas.leaders(
                List.of(
                    partition(0, node(2), 1, 2),
                    new TopicPartitionInfo(1, null, nodes(1), nodes()))))
        .containsExactly(2, -1);
  }

  @Test
  void aFollowerThatIsBehindIsNotInSync() {
    assertThat(Replicas.inSync(List.of(partition(0, node(1), 1, 2)))).isTrue();
    assertThat(Replicas.inSync(List.of(partition(0, node(1), 2, 1), partition(1, node(2), 2))))
        .isFalse();
  }

  /** With replicas on nodes 1 and 2. */
  private static TopicPartitionInfo partition(int number, Node leader, Integer... inSync) {
    return new TopicPartitionInfo(number, leader, nodes(1, 2), nodes(inSync));
  }

  private static List<Node> nodes(Integer... ids) {
    return Stream.of(ids).map(ReplicasTest::node).toList();
  }

  private static Node node(int id) {
    return new Node(id, "localhost", 9092);
  }
}
