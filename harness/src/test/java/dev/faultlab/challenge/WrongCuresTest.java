package dev.faultlab.challenge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.challenge.Marked.Answer;
import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunResult.TrialResult;
import dev.faultlab.signature.Observation;
import dev.faultlab.signature.State;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Outcome;
import dev.faultlab.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Changes that make a fault go away and break something else, as the labs' own repairs are told.
 */
class WrongCuresTest {
  @TempDir Path run;
  private final Map<String, Observation> said = new LinkedHashMap<>();
  private final List<TrialResult> trials = new ArrayList<>();

  @Test
  void withoutCookiesAndWithoutAQueueClientsAreTurnedAway() throws IOException {
    said.put("always-as-found lost-window-scale", present("scale-lost"));
    said.put("always-yours lost-window-scale", absent("no-cookie"));
    evidence("always-dropped", "counters.json", "{\"kernel\": {\"TcpExtTCPReqQFullDrop\": 250}}");
    Marked marked = marked("syncookie", "always", Map.of("syncookies", "0", "timestamps", "1"));
    assertBroken(
        marked, "guard:dropped", "without cookies SYNs are dropped when the queue is full");
  }

  @Test
  void anAddressThatIsKeptForEverIsNoCache() throws IOException {
    said.put("cache-as-found serialised-lookups", present("serialised"));
    said.put("cache-yours serialised-lookups", absent("cached"));
    evidence("cache-yours", "stats.json", "{\"jvm\": {\"ttlSeconds\": -1}}");
    assertBroken(marked("dns-java", "cache", Map.of()), "guard:address-kept", "-1");
  }

  @Test
  void aGeneratorThatTakesNothingFromTheKernelKeepsNoSecret() {
    said.put("secret-as-found foretold-codes", present("foretold"));
    said.put("secret-yours foretold-codes", absent("no-state"));
    // What ThreadLocalRandom comes to.
    said.put("secret-kernel entropy-reads", absent("no-device"));
    assertBroken(marked("random", "secret", Map.of()), "guard:kernel", "no-device");
  }

  @Test
  void aCacheThatKeepsNothingIsNoCure() {
    said.put("stampede-as-found stampede", present("stampede"));
    said.put("stampede-yours stampede", absent("merged"));
    said.put("stampede-cached lookup-per-request", present("per-request"));
    assertBroken(marked("dns-go", "stampede", Map.of()), "guard:cached", "per-request");
  }

  private static void assertBroken(Marked marked, String key, String said) {
    assertThat(marked.answer()).isEqualTo(Answer.NOT_CURED);
    assertThat(marked.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.kind()).isEqualTo(Finding.Kind.BROKEN);
              assertThat(finding.key()).isEqualTo(key);
              assertThat(finding.said()).contains(said);
            });
    // And there is a hint on just that.
    assertThat(ChallengeReader.text(marked.challenge()).hints()).containsKey(key);
  }

  private Marked marked(String lab, String id, Map<String, String> with) {
    Lab read = new LabReader(List.of(Path.of("../labs"))).read(lab);
    Challenge challenge =
        ChallengeReader.challenges(read).stream()
            .filter(c -> c.id().equals(id))
            .findFirst()
            .orElseThrow();
    // Not an experiment of the lab's own: a wrong cure is none.
    Map<String, String> stack = Map.of("WRONG_CURE", "1");
    Exam exam = new Exam(read, List.of(new Exam.Attempt(challenge, new Fitting(with, stack))));
    return new Marker(exam, result(lab), run).mark(challenge, ChallengeReader.text(challenge));
  }

  private void evidence(String variant, String file, String json) throws IOException {
    Path folder = Files.createDirectories(run.resolve("evidence").resolve(variant));
    Files.writeString(folder.resolve(file), json);
    trials.add(
        new TrialResult(
            new Point(variant, Map.of()),
            1,
            run.relativize(folder).toString(),
            "2026-01-01T00:00:00Z",
            1,
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));
  }

  private static Observation present(String code) {
    return new Observation(State.PRESENT, code, "it is there", List.of());
  }

  private static Observation absent(String code) {
    return new Observation(State.ABSENT, code, "it is gone", List.of());
  }

  private RunResult result(String lab) {
    List<Outcome> outcomes =
        said.entrySet().stream()
            .map(
                e -> {
                  String[] words = e.getKey().split(" ");
                  return new Outcome(
                      new Point(words[0], Map.of()),
                      words[1],
                      new Expectation(Expectation.Presence.PRESENT, Optional.empty()),
                      Optional.empty(),
                      e.getValue().state(),
                      Map.of(e.getValue().state(), 1),
                      Judgement.AS_EXPECTED,
                      "",
                      List.of(e.getValue()));
                })
            .toList();
    return new RunResult(
        RunResult.SCHEMA,
        "20260101T000000Z-0001",
        lab,
        lab,
        true,
        "",
        "",
        Map.of(),
        new Verdict(Judgement.AS_EXPECTED, List.of()),
        List.of(),
        List.of(),
        List.of(),
        outcomes,
        List.of(),
        List.of(),
        List.of(),
        trials,
        Map.of(),
        Map.of());
  }
}
