package dev.faultlab.capture.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.capture.packet.MemoryBudget.Part;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Shares of the heap, and what is reported if one is used up. */
class MemoryBudgetTest {
  private static final Path FILE = Path.of("a.pcap");

  private final MemoryBudget budget = new MemoryBudget(10_000);

  /** CONNECTIONS has 30 of 100 bytes of heap. */
  @Test
  void givesEachPartItsShare() {
    assertThat(budget.reserve(Part.CONNECTIONS, 2_999)).isTrue();
    assertThat(budget.reserve(Part.CONNECTIONS, 2)).isFalse();
    assertThat(budget.reserve(Part.CONNECTIONS, 1)).isTrue();
    assertThat(budget.tryReserve(Part.CONNECTIONS, 1)).isFalse();
    assertThat(budget.drops(Part.CONNECTIONS)).as("tryTake does not count").isEqualTo(1);
    assertThat(budget.reserve(Part.FINDINGS, 700)).as("another's share is its own").isTrue();
    assertThat(budget.drops(Part.FINDINGS)).isZero();
    assertThat(budget.hasDropped()).isTrue();
  }

  @Test
  void takesBackWhatIsFree() {
    assertThat(budget.reserve(Part.LISTS, 2_500)).isTrue();
    budget.release(Part.LISTS, 500);
    assertThat(budget.tryReserve(Part.LISTS, 501)).isFalse();
    assertThat(budget.tryReserve(Part.LISTS, 500)).isTrue();
    assertThat(budget.hasDropped()).isFalse();
  }

  @Test
  void isOverdrawnBeyondItsShareOnly() {
    budget.charge(Part.QUERIES, 700);
    assertThat(budget.isExhausted(Part.QUERIES)).isFalse();
    budget.charge(Part.QUERIES, 1);
    assertThat(budget.isExhausted(Part.QUERIES)).isTrue();
    assertThat(budget.isExhausted(Part.NAMES)).isFalse();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FRAGMENTS")
  void refusesAnIncompleteWhole(Part part) {
    assertThatCode(() -> budget.requireWhole(FILE)).doesNotThrowAnyException();
    budget.countDropped(part);
    budget.countDropped(part);
    assertThatThrownBy(() -> budget.requireWhole(FILE))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("a.pcap does not fit into memory: 2 " + part.text() + "; ")
        .hasMessageEndingWith("its heap of 0 MiB");
  }

  /** Coverage has those. */
  @Test
  void missingFragmentsAreNoReason() {
    budget.countDropped(Part.FRAGMENTS);
    assertThatCode(() -> budget.requireWhole(FILE)).doesNotThrowAnyException();
    assertThat(budget.hasDropped()).isTrue();
  }

  /** FRAGMENTS has 5,000 bytes here, and each of these takes 1,500 beside its data of 496. */
  @ParameterizedTest
  @CsvSource({"1000, 2, 0", "2, 1, 0", "3, 1, 1", "9, 1, 7"})
  void awaitedFragmentsTakeMemoryAndGiveItBack(int datagrams, int fragments, int cuts)
      throws IOException {
    CaptureFile file = CaptureFile.pcap();
    for (int id = 0; id < datagrams; id++) {
      byte[] ip = Wire.ipv4("10.0.0.1", "10.0.0.2", 17, id, Wire.udp(1, 2, new byte[600]));
      for (byte[] each : Wire.fragments(ip, 496).subList(0, fragments)) {
        file.add(1, Wire.ethernet(each));
      }
    }
    MemoryBudget small = new MemoryBudget(100_000);
    try (CaptureReader reader = CaptureReader.of(new ByteArrayInputStream(file.toBytes()))) {
      CaptureScan.run(reader, List.of(packet -> {}), small);
    }
    assertThat(small.drops(Part.FRAGMENTS)).isEqualTo(cuts);
  }

  /** What is there already takes no more. */
  @Test
  void keepsWhatFitsAmongTheFindings() {
    Set<String> names = new HashSet<>();
    Map<String, Integer> table = new HashMap<>();
    assertThat(budget.keep(names, "a", 350)).isTrue();
    assertThat(budget.keep(names, "a", 350)).isTrue();
    assertThat(budget.keep(table, "a", 350, () -> 1)).isEqualTo(1);
    assertThat(budget.keep(table, "a", 350, () -> 2)).isEqualTo(1);
    assertThat(budget.keep(names, "b", 1)).isFalse();
    assertThat(budget.keep(table, "b", 1, () -> 3)).isEqualTo(3);
    assertThat(table).containsOnlyKeys("a");
    assertThat(names).containsExactly("a");
    assertThat(table).containsOnlyKeys("a");
  }

  @Test
  void knowsItsHeapAndWhatIsMore() {
    assertThat(new MemoryBudget(5L << 20).moreHeap()).endsWith("=-Xmx4g");
    assertThat(new MemoryBudget(5827L << 20).moreHeap()).endsWith("=-Xmx12g");
    assertThat(new MemoryBudget(5L << 20).heapMebibytes()).isEqualTo(5);
    assertThat(new MemoryBudget().heapMebibytes())
        .isEqualTo(Runtime.getRuntime().maxMemory() >> 20);
  }
}
