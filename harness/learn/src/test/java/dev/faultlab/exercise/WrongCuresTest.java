package dev.faultlab.exercise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.exercise.RepairGrade.Answer;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.result.ResultJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Changes that make a fault go away and break something else. Each was made to a learner's files as
 * its method says, and {@code ./faultlab repair check LAB REPAIR} carried out; what is in the
 * folder {@code wrong-cures} is that check's result, with the evidence that a guard reads.
 */
class WrongCuresTest {
  private static final Path KEPT = Path.of("src/test/resources/wrong-cures");

  /** {@code net.ipv4.tcp_syncookies = 0}. */
  @Test
  void withoutCookiesAndWithoutAQueueClientsAreTurnedAway() throws IOException {
    assertBroken(
        marked("syncookie", "always"),
        "guard:dropped",
        "without cookies SYNs are dropped when the queue is full");
  }

  /** {@code networkaddress.cache.ttl = -1}. */
  @Test
  void anAddressThatIsKeptForEverIsNoCache() throws IOException {
    assertBroken(
        marked("dns-java", "cache"), "guard:address-kept", "keeps an address, -1 for ever = -1");
  }

  /** {@code SHARED_RANDOM} with {@code ThreadLocalRandom.current()}. */
  @Test
  void aGeneratorThatTakesNothingFromTheKernelKeepsNoSecret() throws IOException {
    assertBroken(marked("random", "secret"), "guard:kernel", "entropy-reads absent (no-device)");
  }

  /** The model solution, whose entries expire as soon as they are there. */
  @Test
  void aCacheThatKeepsNothingIsNoCure() throws IOException {
    assertBroken(marked("dns-go", "stampede"), "guard:cached", "per-request");
  }

  /** The model solution, whose entries expire after {@code time.Second} whatever their record. */
  @Test
  void aTimeThatHappensToBeThisRecordsIsNotTheRecords() throws IOException {
    assertBroken(marked("dns-go", "moved"), "guard:longer", "is good for longer");
  }

  /** {@code ByName} as it was, with a {@code ConcurrentHashMap} of names that were not found. */
  @Test
  void aMapOfWhatWasNotFoundIsNoHelpAgainstWhatIsNew() throws IOException {
    assertBroken(marked("charset", "invented"), "guard:new-names", "every-use");
  }

  /** {@code window=2000}. */
  @Test
  void aWindowThatIsSmallForEverybodyIsNoCure() throws IOException {
    assertBroken(marked("syncookie", "route"), "guard:narrow", "as the client reads it");
  }

  private static void assertBroken(RepairGrade marked, String key, String said) {
    assertThat(marked.answer()).isEqualTo(Answer.NOT_CURED);
    assertThat(marked.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.key()).isEqualTo(key);
              assertThat(finding.said()).contains(said);
            });
    // And there is a hint on just that.
    assertThat(Repairs.text(marked.repair()).hints()).containsKey(key);
  }

  private static RepairGrade marked(String lab, String id) throws IOException {
    Lab read = new LabReader(List.of(Path.of("../../labs"))).read(lab);
    Exercise<Repair> repair = Repairs.find(read, id);
    Path folder = KEPT.resolve(lab + "-" + id);
    return new RepairGrader(new ResultJson().read(folder.resolve("result.json")), folder)
        .mark(repair);
  }
}
