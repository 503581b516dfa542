package dev.faultlab.capture.dns;

import static dev.faultlab.capture.dns.DnsScene.A;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.DnsSummary;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import dev.faultlab.capture.packet.Wire;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lookups in little memory: which are followed, and how many are reported as dropped. */
class DnsMemoryTest {
  private static final String NAME = "backend.lab";

  /** Long enough for each query to be given up before the next one. */
  private static final double LATER = 20_000;

  private final DnsScene scene = new DnsScene();

  private static void isFreeAgain(MemoryBudget budget, Part part, long bytes) {
    assertThat(budget.tryReserve(part, bytes)).isTrue();
    assertThat(budget.tryReserve(part, 1)).isFalse();
  }

  /** 7,000 bytes, and 750 for each. */
  @Test
  void followsAsManyQueriesAtATimeAsFit() {
    for (int i = 0; i < 12; i++) {
      scene.query(i, i, i, NAME, A);
    }
    scene.query(LATER, 12, 12, NAME, A);
    MemoryBudget budget = new MemoryBudget(100_000);
    DnsSummary summary = scene.read(budget);
    assertThat(summary.exchanges()).hasSize(9 + 1);
    assertThat(summary.counts().queries()).isEqualTo(13);
    assertThat(budget.drops(Part.QUERIES)).isEqualTo(3);
    isFreeAgain(budget, Part.QUERIES, 7_000);
  }

  /** Beside the query there are 580 bytes, and 48 for each. */
  @Test
  void keepsAsManyRetransmissionsAsFit() {
    for (int i = 0; i < 14; i++) {
      scene.query(i * 1000, 1, 1, NAME, A);
    }
    MemoryBudget budget = new MemoryBudget(19_000);
    DnsSummary summary = scene.read(budget);
    assertThat(summary.exchanges().get(0).retransmissions()).hasSize(12);
    assertThat(budget.drops(Part.QUERIES)).isEqualTo(1);
    isFreeAgain(budget, Part.QUERIES, 1_330);
  }

  @ParameterizedTest
  @CsvSource({"12, 12, true", "13, 0, false"})
  void keepsAllAddressesOfAnAnswerOrNone(int addresses, int kept, boolean complete) {
    String[] all = new String[addresses];
    Arrays.setAll(all, i -> "10.0.0." + i);
    scene.query(0, 1, 1, NAME, A).answer(1, 1, Wire.dnsAnswer(1, NAME, A, 0, 30, all));
    MemoryBudget budget = new MemoryBudget(19_000);
    DnsExchange.Answer answer = scene.read(budget).exchanges().get(0).answer().orElseThrow();
    assertThat(answer.addresses()).hasSize(kept);
    assertThat(answer.complete()).isEqualTo(complete);
    assertThat(budget.drops(Part.QUERIES)).isEqualTo(complete ? 0 : 1);
    isFreeAgain(budget, Part.QUERIES, 1_330);
  }

  /** Memory for 300 queries: for new ones all but the last 256 answered ones are forgotten. */
  @Test
  void forgetsAnsweredQueriesForNewOnes() {
    for (int i = 0; i < 300; i++) {
      scene.query(i, i, 1, NAME, A).noSuchName(i, i, 1, NAME, A);
    }
    for (int i = 300; i < 350; i++) {
      scene.query(i, i, 1, NAME, A);
    }
    scene.noSuchName(400, 43, 1, NAME, A).noSuchName(400, 44, 1, NAME, A);
    MemoryBudget budget = new MemoryBudget(3_214_300);
    DnsSummary summary = scene.read(budget);
    assertThat(summary.exchanges()).hasSize(344);
    assertThat(budget.drops(Part.QUERIES)).isEqualTo(6);
    assertThat(summary.exchanges().get(43).outcome().answers()).isEqualTo(1);
    assertThat(summary.exchanges().get(44).outcome().answers()).isEqualTo(2);
    assertThat(summary.counts().unmatchedAnswers())
        .as("its query may be one that was not followed")
        .isZero();
  }

  /** So many names, clients, record types and rounds, and how many queries 22,000 bytes hold. */
  @ParameterizedTest
  @CsvSource({"30, 1, 1, 1, 6", "1, 30, 1, 1, 6", "1, 1, 30, 1, 20", "1, 1, 1, 30, 30"})
  void namesClientsAndTypesNeedMemoryOnce(
      int names, int clients, int types, int rounds, int followed) {
    for (int i = 0; i < 30; i++) {
      scene.from("10.0.0." + (1 + i % clients));
      scene.query(i * LATER, i, i, String.format("h%03d.lab", i % names), 1 + i % types);
    }
    MemoryBudget budget = new MemoryBudget(100_000);
    DnsSummary summary = scene.read(budget);
    assertThat(summary.exchanges()).hasSize(followed);
    assertThat(budget.drops(Part.NAMES)).isEqualTo(30 - followed);
  }

  @Test
  void followsAtMost64TypesOfAName() {
    for (int type = 1; type <= 65; type++) {
      scene.query(type, type, type, NAME, type);
    }
    scene.answer(70, 65, 65, NAME, 65);
    scene.from("10.0.0.2").query(80, 1, 1, NAME, 64);
    MemoryBudget budget = new MemoryBudget();
    DnsSummary summary = scene.read(budget);
    assertThat(summary.exchanges()).hasSize(65).noneMatch(each -> each.type() == 65);
    assertThat(budget.drops(Part.NAMES)).isEqualTo(1);
    assertThat(summary.counts().unmatchedAnswers()).isZero();
  }
}
