package dev.faultlab.roll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.compare.Answer;
import dev.faultlab.roll.RollResult.RollRow;
import dev.faultlab.roll.RollStack.Back;
import dev.faultlab.roll.RollStack.ProgramFailed;
import dev.faultlab.roll.Transcript.Line;
import dev.faultlab.seen.State;
import dev.faultlab.signature.Observation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RollRunTest {
  private static RollResult roll(Function<Pass, RollStack> clusters, int last, boolean back)
      throws InterruptedException {
    RollQuestion question = TinyCluster.question(last, back);
    Map<Pass, List<Map<Measured, Observation>>> seen = new EnumMap<>(Pass.class);
    for (Pass pass : Pass.values()) {
      RollRun run = new RollRun(question, clusters.apply(pass), hold -> {});
      seen.put(pass, List.of(run.run()));
    }
    return RollResult.of("id", question, seen);
  }

  private static List<String> open(RollResult result) {
    return result.rows().stream()
        .filter(row -> row.bearing() != dev.faultlab.compare.Change.Bearing.FINE)
        .map(
            row ->
                result.place(row.at())
                    + ", "
                    + row.at().measure()
                    + " "
                    + row.became().change().words())
        .toList();
  }

  @Test
  void everyHoldVisitsEveryDirectionThatItsNodesAllow() throws InterruptedException {
    RollResult result = roll(TinyCluster::new, 3, false);

    assertThat(result.answer()).isEqualTo(Answer.NOTHING_WORSE);
    assertThat(result.coverage()).isEqualTo("Exercised 10 of 10 pairs of hold and direction.");
    assertThat(result.sentences()).isEmpty();
    assertThat(new RollReport(result).document().head().judgement()).isEqualTo("nothing appeared");
  }

  @Test
  void theLeaderIsTheFirstOfItsAgeAndTheAskedTheLast() throws InterruptedException {
    TinyCluster cluster = new TinyCluster(Pass.OLD_TO_NEW);
    new RollRun(TinyCluster.question(1, false), cluster, hold -> {}).run();

    assertThat(cluster.asked)
        .containsExactly(
            "OLD work up=n1,n2,n3 seq=0 leader=n1 asked=n3",
            "OLD read up=n1,n2,n3",
            "OLD work up=n1,n2,n3 seq=1000 leader=n2 asked=n3",
            "OLD work up=n1,n2,n3 seq=2000 leader=n2 asked=n1",
            "OLD work up=n1,n2,n3 seq=3000 leader=n1 asked=n3",
            "OLD work up=n1,n2,n3 seq=4000 leader=n1 asked=n1",
            "OLD read up=n1,n2,n3");
  }

  /** KAFKA-16692 in small: only the mix of an old leader and a new node refuses. */
  @Test
  void whatOnlyTheMixRefusesAppears() throws InterruptedException {
    RollResult result =
        roll(
            pass ->
                new TinyCluster(pass) {
                  @Override
                  String code(String leader, String asked, int place) {
                    boolean mix = version(leader) == Age.OLD && version(asked) == Age.NEW;
                    return mix ? "INVALID_REQUEST" : "OK";
                  }
                },
            3,
            false);

    assertThat(open(result))
        .containsExactly(
            "1/3, leader old, asked new, put appeared", "2/3, leader old, asked new, put appeared");
    assertThat(result.answer()).isEqualTo(Answer.WORSE);
    assertThat(result.sentences().get(0)).contains("APPEARED: 0 of 3 (INVALID_REQUEST 3)");
  }

  @ParameterizedTest
  @CsvSource({"OLD_TO_OLD", "NEW_TO_NEW"})
  void whatAControlShowsTooIsNotOfTheMix(Pass other) throws InterruptedException {
    RollResult result =
        roll(
            pass ->
                new TinyCluster(pass) {
                  @Override
                  String code(String leader, String asked, int place) {
                    return pass == other || pass == Pass.OLD_TO_NEW ? "UNKNOWN" : "OK";
                  }
                },
            3,
            false);

    assertThat(result.answer()).isEqualTo(Answer.NOTHING_WORSE);
    assertThat(result.sentences())
        .hasSize(10)
        .first()
        .asString()
        .contains("A control shows it too");
  }

  /** A node that answers from an old image: of any look, of any node, one is enough. */
  @ParameterizedTest
  @CsvSource({"n1, false", "n3, false", "n2, true"})
  void aMemberThatLiesAboutItsLeaderIsNoAnswer(String liar, boolean after)
      throws InterruptedException {
    RollResult result =
        roll(
            pass ->
                new TinyCluster(pass) {
                  @Override
                  String claim(String node, String leader, boolean late) {
                    boolean lies = node.equals(liar) && late == after && leader.equals("n2");
                    return lies && pass == Pass.OLD_TO_NEW ? "n3" : leader;
                  }

                  @Override
                  String code(String leader, String asked, int place) {
                    return leader.equals("n2") && pass == Pass.OLD_TO_NEW ? "REFUSED" : "OK";
                  }
                },
            1,
            false);

    assertThat(open(result))
        .containsExactly(
            "1/3, leader old, asked old, put inconclusive",
            "1/3, leader old, asked new, put inconclusive");
    assertThat(result.answer()).isEqualTo(Answer.CANNOT_TELL);
    assertThat(result.coverage()).contains("Exercised 3 of 5", "not exercised: 1/3, leader old");
    assertThat(result.sentences().get(0))
        .contains("NOT EXERCISED", liar + " says", "leader is n3, not n2");
  }

  @Test
  void aDirectionThatNoNodeConfirmedIsNoAnswer() throws InterruptedException {
    String look = "{\"look\":{\"n1\":{\"leader\":\"n1\"}}}";
    String put = TinyCluster.operation("OK", 1);
    Map<String, String> wanted = Map.of("leader", "n1");

    assertThat(Transcript.of(List.of(look, look, put, look, look)).unproven(wanted, List.of("n1")))
        .isEmpty();
    assertThat(Transcript.of(List.of(look, put, look, look)).unproven(wanted, List.of("n1")))
        .isPresent();
    assertThat(Transcript.of(List.of(look, look, put)).unproven(wanted, List.of("n1"))).isPresent();
    assertThat(
            Transcript.of(List.of(look, look, put, look, look))
                .unproven(wanted, List.of("n1", "n2")))
        .contains("n2 says before the work that the leader is unknown, not n1");
    assertThatThrownBy(() -> Transcript.of(List.of("panic")))
        .isInstanceOf(ProgramFailed.class)
        .hasMessageContaining("panic");
  }

  /** etcd#19557 in small. */
  @Test
  void aNodeThatDoesNotComeBackAppearsAndEndsThePass() throws InterruptedException {
    RollResult result =
        roll(
            pass ->
                new TinyCluster(pass) {
                  @Override
                  Back back(String node, Age version) {
                    boolean dies = pass == Pass.OLD_TO_NEW && node.equals("n2");
                    return dies ? new Back(true, "too many learner members") : Back.READY;
                  }
                },
            3,
            false);

    assertThat(open(result))
        .startsWith("2/3, members appeared")
        .contains("3/3, leader new, asked new, put inconclusive");
    assertThat(result.answer()).isEqualTo(Answer.WORSE);
    assertThat(result.sentences().toString())
        .contains("too many learner members", "the rest of the roll was not");
    assertThat(result.coverage()).isEqualTo("Exercised 9 of 10 pairs of hold and direction.");
  }

  @Test
  void aNodeThatIsNotReadyDecidesNothing() throws InterruptedException {
    RollResult result =
        roll(
            pass ->
                new TinyCluster(pass) {
                  @Override
                  Back back(String node, Age version) {
                    return new Back(false, node + " runs and is not ready");
                  }
                },
            1,
            false);

    assertThat(open(result)).containsExactly("1/3, members inconclusive");
    assertThat(result.answer()).isEqualTo(Answer.CANNOT_TELL);
  }

  @Test
  void aNodeThatEndsDuringTheWorkIsCounted() throws InterruptedException {
    RollResult result =
        roll(
            pass ->
                new TinyCluster(pass) {
                  @Override
                  public Optional<String> ended(String node) {
                    boolean ends = node.equals("n3") && version("n1") != version("n2");
                    return ends ? Optional.of("ended with status 2: panic") : Optional.empty();
                  }
                },
            1,
            false);

    assertThat(open(result)).containsExactly("1/3, members appeared");
    assertThat(result.sentences().toString()).contains("n3: ended with status 2: panic");
  }

  @Test
  void theWayBackHasHoldsOfItsOwn() throws InterruptedException {
    RollResult result = roll(TinyCluster::new, 1, true);

    assertThat(result.rows().stream().map(RollRow::at).map(Measured::hold).distinct())
        .containsExactly("0/3", "1/3", "back 0/3");
  }

  @ParameterizedTest
  @CsvSource({
    "OK OK OK, ABSENT, 3 of 3",
    "OK REFUSED OK, PRESENT, 2 of 3 (REFUSED 1)",
    "OK LATE REFUSED, PRESENT, '1 of 3 (LATE 1, REFUSED 1)'",
    "LATE LATE, PRESENT, 0 of 2 (LATE 2)",
    "LATE OK LATE, UNKNOWN, 1 of 3 (LATE 2)",
    "LATE, UNKNOWN, 0 of 1 (LATE 1)",
    "'', NOT_EXERCISED, no operation was tried",
  })
  void aClientsLimitAloneShowsNoFault(String codes, State state, String words) {
    List<Line> operations = new ArrayList<>();
    for (String code : codes.isEmpty() ? new String[0] : codes.split(" ")) {
      operations.addAll(Transcript.lines(List.of(TinyCluster.operation(code, 1))));
    }
    Observation found = RollRun.counted(operations);

    assertThat(found.state()).isEqualTo(state);
    assertThat(found.reason()).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({
    "1 2 3 4, 0, 0, 0, 0",
    "1 2 4, 1, 0, 0, 0",
    "1 2 3 3 4, 0, 1, 0, 0",
    "1 3 2 4, 0, 0, 1, 0",
    "1 2 3 4 5, 0, 0, 0, 1",
    "4 3 3, 2, 1, 1, 0",
  })
  void receiptsAreComparedWithWhatIsThere(
      String ids, long lost, long twice, long disordered, long undone) {
    Receipts receipts = new Receipts();
    IntStream.rangeClosed(1, 4)
        .mapToObj(id -> TinyCluster.operation("OK", id))
        .flatMap(line -> Transcript.lines(List.of(line)).stream())
        .forEach(receipts::add);
    receipts.add(new Line(null, "put", "ABORTED", false, false, true, "keys", List.of(5L), null));
    List<Long> read = List.of(ids.split(" ")).stream().map(Long::valueOf).toList();

    assertThat(receipts.check(Map.of("keys", read)))
        .isEqualTo(new Receipts.Checked(4, lost, twice, disordered, undone));
    assertThat(receipts.check(Map.of("other", read)).lost()).isEqualTo(4);
  }

  @Test
  void whatIsMissingIsLostOnlyIfItStaysMissing() throws InterruptedException {
    AtomicInteger reads = new AtomicInteger();
    RollResult late =
        roll(
            pass ->
                new TinyCluster(pass) {
                  @Override
                  List<Long> read(List<Long> there) {
                    boolean late = pass == Pass.OLD_TO_NEW && reads.getAndIncrement() % 2 == 0;
                    return late ? List.of() : there;
                  }
                },
            1,
            false);
    assertThat(late.answer()).isEqualTo(Answer.NOTHING_WORSE);

    RollResult lost =
        roll(
            pass ->
                new TinyCluster(pass) {
                  @Override
                  List<Long> read(List<Long> there) {
                    return version("n1") == version("n2") ? there : Collections.emptyList();
                  }
                },
            1,
            false);
    assertThat(open(lost)).containsExactly("1/3, receipts appeared");
    assertThat(lost.sentences().get(0)).contains("15 acknowledged: 15 lost");
  }

  @Test
  void aProgramThatFailsDecidesNothing() throws InterruptedException {
    RollResult result =
        roll(
            pass ->
                new TinyCluster(pass) {
                  @Override
                  public List<String> ask(Age age, List<String> words) {
                    boolean mixed = version("n1") != version("n2");
                    if (mixed && (words.contains("read") || words.contains("leader=n2"))) {
                      throw new ProgramFailed("killed");
                    }
                    return super.ask(age, words);
                  }
                },
            1,
            false);

    assertThat(open(result))
        .containsExactly(
            "1/3, leader old, asked old, put inconclusive",
            "1/3, leader old, asked new, put inconclusive",
            "1/3, receipts inconclusive");
  }
}
