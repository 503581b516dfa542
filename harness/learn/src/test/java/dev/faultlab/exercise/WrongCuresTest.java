package dev.faultlab.exercise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.result.ResultJson;
import dev.faultlab.verdict.Judgement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Changes that make a fault go away and break something else. Each was made to a learner's files,
 * and {@code ./faultlab repair check LAB REPAIR} carried out; what is in the folder {@code
 * wrong-cures} is that check's result, with the evidence that a guard reads.
 */
class WrongCuresTest {
  private static final Path WRONG_CURES = Path.of("src/test/resources/wrong-cures");

  /**
   * What was changed, in the order of the rows: {@code net.ipv4.tcp_syncookies = 0}; {@code
   * networkaddress.cache.ttl = -1}; {@code SHARED_RANDOM} with {@code ThreadLocalRandom.current()};
   * the model solution, whose entries expire as soon as they are there; the model solution, whose
   * entries expire after {@code time.Second} whatever their record; {@code ByName} as it was, with
   * a {@code ConcurrentHashMap} of names that were not found; {@code window=2000}.
   */
  @ParameterizedTest
  @CsvSource({
    "syncookie, always,   dropped,      without cookies SYNs are dropped when the queue is full",
    "dns-java,  cache,    address-kept, 'keeps an address, -1 for ever = -1'",
    "random,    secret,   kernel,       entropy-reads absent (no-device)",
    "dns-go,    stampede, cached,       per-request",
    "dns-go,    moved,    longer,       is good for longer",
    "charset,   invented, new-names,    every-use",
    "syncookie, route,    narrow,       as the client reads it",
  })
  void whatBreaksSomethingElseIsNoFixAndHasAHint(
      String lab, String id, String guard, String message) throws IOException {
    RepairGrade marked = marked(lab, id);
    assertThat(marked.answer()).isEqualTo(Judgement.CONTRADICTED);
    String key = "guard:" + guard;
    assertThat(marked.findings()).extracting(RepairFinding::key).containsExactly(key);
    assertThat(marked.findings().get(0).text()).contains(message);
    assertThat(Repairs.text(marked.repair()).hints()).containsKey(key);
  }

  private static RepairGrade marked(String lab, String id) throws IOException {
    Lab read = new LabReader(List.of(Path.of("../../labs"))).read(lab);
    Exercise<Repair> repair = Repairs.find(read, id);
    Path folder = WRONG_CURES.resolve(lab + "-" + id);
    return new RepairGrader(ResultJson.read(folder.resolve("result.json")), folder).mark(repair);
  }
}
