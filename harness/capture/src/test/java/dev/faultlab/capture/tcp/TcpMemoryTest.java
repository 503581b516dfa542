package dev.faultlab.capture.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import dev.faultlab.capture.packet.Packet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TCP in little memory: which connections are let go, and what is reported. */
class TcpMemoryTest {
  private final TcpScene scene = new TcpScene();
  private final List<TcpConnection> connections = new ArrayList<>();

  @TempDir private Path folder;

  /** Follows the scene with so many bytes for connections. */
  private MemoryBudget read(long bytes, boolean timelines) {
    MemoryBudget budget = new MemoryBudget(bytes / 30 * 100);
    scene.feed(new TcpTracker(connections::add, timelines, TcpEvents.NONE, budget));
    return budget;
  }

  private void opens(int port) {
    scene.port(port).handshake(7, 65_535, 7);
  }

  /** Each takes 1,700 bytes: of eleven, the six that were silent longest are let go. */
  @Test
  void letsGoOfHalfOfTheConnectionsIfTheyDoNotFit() {
    for (int port = 1; port <= 12; port++) {
      opens(port);
    }
    MemoryBudget budget = read(18_000, false);
    assertThat(budget.drops(Part.CONNECTIONS)).isEqualTo(6);
    assertThat(connections.subList(0, 6))
        .extracting(each -> each.client().port())
        .containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6);
    assertThat(connections).hasSize(12);
    assertThat(budget.tryReserve(Part.CONNECTIONS, 18_000)).as("all is free again").isTrue();
    assertThat(budget.tryReserve(Part.CONNECTIONS, 1)).isFalse();
  }

  @Test
  void letsGoOfConnectionsThatAreOverFirst() {
    for (int port = 1; port <= 12; port++) {
      opens(port);
      scene.client(1, 1, Packet.RST | Packet.ACK, 0, new byte[0], 0);
    }
    assertThat(read(18_000, false).drops(Part.CONNECTIONS)).isZero();
    assertThat(connections).hasSize(12);
  }

  /** 2,600 bytes: a connection, and twelve segments of its time line. */
  @ParameterizedTest
  @CsvSource({"true, 10, 0", "true, 11, 1", "false, 11, 0"})
  void timeLinesNeedMemory(boolean timelines, int segments, long reported) {
    opens(1);
    for (int i = 0; i < segments; i++) {
      scene.data(1 + i, 1);
    }
    assertThat(read(2_600, timelines).drops(Part.CONNECTIONS)).isEqualTo(reported);
  }

  /** 2,000 bytes: a connection, but not the bytes that it lacks. */
  @ParameterizedTest
  @CsvSource({"1, 101, 0", "1, 301, 1", "301, 1, 1"})
  void gapsNeedMemory(int ofServer, int ofClient, long reported) {
    opens(1);
    scene.server(1, 1, Packet.ACK, 502, scene.stamps(), 100).data(1, 100);
    scene.server(100 + ofServer, 1, Packet.ACK, 502, scene.stamps(), 100);
    scene.data(ofClient, 100).data(ofClient + 100, 100);
    assertThat(read(2_000, false).drops(Part.CONNECTIONS)).isEqualTo(reported);
  }

  private List<Path> file() throws IOException {
    return List.of(Files.write(folder.resolve("a.pcap"), scene.toBytes()));
  }

  /** 1,700 bytes, and 1,200 for the connection and 70 for each of its segments. */
  @Test
  void refusesAListThatDoesNotFitIntoMemory() throws IOException {
    opens(1);
    scene.data(1, 1);
    assertThat(TcpCapture.read(file(), new MemoryBudget(6_400)).connections()).hasSize(1);
    scene.data(2, 1).data(3, 1);
    List<Path> longer = file();
    assertThatThrownBy(() -> TcpCapture.read(longer, new MemoryBudget(6_400)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a.pcap does not fit into memory");
  }
}
