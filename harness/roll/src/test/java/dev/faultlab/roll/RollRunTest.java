package dev.faultlab.roll;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.atIndex;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.compare.Answer;
import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.files.Json;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.roll.RollStack.Status;
import dev.faultlab.roll.Transcript.Line;
import dev.faultlab.seen.State;
import dev.faultlab.stack.StackException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RollRunTest {
  private static final String OF_NEW =
      "nothing appeared in the mix, but the new version shows a fault alone";

  private static RollResult roll(int last, boolean back, Consumer<TinyCluster> habits)
      throws InterruptedException {
    return roll((pass, trial) -> cluster(pass, habits), TinyCluster.question(last, back));
  }

  /** A roll of clusters with habits, not the way back. */
  private static RollResult roll(int last, Consumer<TinyCluster> habits)
      throws InterruptedException {
    return roll(last, false, habits);
  }

  private static Status panic(boolean ends) {
    return ends ? new Status(true, "panic") : Status.READY;
  }

  private static TinyCluster cluster(Pass pass, Consumer<TinyCluster> habits) {
    TinyCluster cluster = new TinyCluster(pass);
    habits.accept(cluster);
    return cluster;
  }

  private static RollResult roll(
      BiFunction<Pass, Integer, RollStack> clusters, RollQuestion question)
      throws InterruptedException {
    List<Map<Pass, Map<CountKey, Count>>> trials = new ArrayList<>();
    for (int i = 0; i < question.trials(); i++) {
      Map<Pass, Map<CountKey, Count>> seen = new EnumMap<>(Pass.class);
      for (Pass pass : Pass.values()) {
        seen.put(pass, new RollRun(question, clusters.apply(pass, i), hold -> {}).run());
      }
      trials.add(seen);
    }
    return RollResult.of("id", question, trials);
  }

  private static List<String> open(RollResult result) {
    return result.rows().stream()
        .filter(row -> row.bearing() != Bearing.FINE)
        .map(row -> result.name(row.at()) + " " + row.became().change().words())
        .toList();
  }

  @Test
  void everyHoldVisitsEveryDirectionThatItsNodesAllow() throws Exception {
    RollResult result = roll(3, c -> {});

    assertThat(result.answer()).isEqualTo(Answer.NOTHING_WORSE);
    assertThat(result.coverage())
        .startsWith("Exercised 10 of 10 pairs of hold and direction. The client is old");
    assertThat(result.sentences()).isEmpty();
    assertThat(new RollReport(result).document().head().judgement()).isEqualTo("nothing appeared");
    JsonNode stored = Json.MAPPER.valueToTree(result);
    assertThat(stored.path("answer").asText()).isEqualTo("NOTHING_WORSE");
    assertThat(stored.at("/asked/versions/NEW").asText()).isEqualTo("2");
    assertThat(stored.at("/rows/0/seen/NEW_TO_NEW/0/of").asInt()).isEqualTo(3);
  }

  @Test
  void theLeaderIsTheFirstOfItsAgeAndTheAskedTheLast() throws InterruptedException {
    TinyCluster cluster = new TinyCluster(Pass.OLD_TO_NEW);
    new RollRun(TinyCluster.question(1, false), cluster, hold -> {}).run();

    assertThat(cluster.asked)
        .containsExactly(
            "OLD work up=n1,n2,n3 seq=0 leader=n1 asked=n3",
            "OLD read up=n1,n2,n3",
            "OLD keep up=n1,n2,n3 seq=1000 until=/tmp/keep-1000",
            "OLD work up=n1,n2,n3 seq=101000 leader=n2 asked=n3",
            "OLD work up=n1,n2,n3 seq=102000 leader=n2 asked=n1",
            "OLD work up=n1,n2,n3 seq=103000 leader=n1 asked=n3",
            "OLD work up=n1,n2,n3 seq=104000 leader=n1 asked=n1",
            "OLD read up=n1,n2,n3");
  }

  /** KAFKA-16692 in small: only the mix of an old leader and a new node refuses. */
  @Test
  void whatOnlyTheMixRefusesAppears() throws InterruptedException {
    RollResult result =
        roll(
            3,
            c ->
                c.code =
                    (given, place) -> {
                      boolean old = c.version(given.get("leader")) == Age.OLD;
                      boolean mix = old && c.version(given.get("asked")) == Age.NEW;
                      return mix ? "INVALID_REQUEST" : "OK";
                    });

    assertThat(open(result))
        .containsExactly(
            "1/3, leader old, asked new, put appeared", "2/3, leader old, asked new, put appeared");
    assertThat(result.answer()).isEqualTo(Answer.WORSE);
    assertThat(result.sentences().get(0)).contains("APPEARED: 0 of 3 (INVALID_REQUEST 3)");
    String svg = new RollPicture(result).drawn().svg();
    assertThat(svg.split("rect class=\"bad\"")).hasSize(3);
    assertThat(svg.split(">put 0 of 3<")).hasSize(3);
    String page = new HtmlRenderer("").render(new RollReport(result).document());
    assertThat(page).contains(Base64.getEncoder().encodeToString(svg.getBytes(UTF_8)));
  }

  @ParameterizedTest
  @CsvSource({"OLD_TO_OLD", "NEW_TO_NEW"})
  void whatAControlShowsTooIsNotOfTheMix(Pass other) throws InterruptedException {
    RollResult result =
        roll(
            3,
            c ->
                c.code =
                    (given, place) -> {
                      boolean same = c.version(given.get("leader")) == other.runs(Age.NEW);
                      return same && place > 0 ? "UNKNOWN" : "OK";
                    });

    assertThat(result.answer()).isEqualTo(Answer.NOTHING_WORSE);
    assertThat(result.sentences())
        .hasSize(10)
        .anyMatch(
            all -> all.contains("not of the mix: 1 of 3 (UNKNOWN 2). A control shows it too: "))
        .anyMatch(all -> all.contains("still absent: 3 of 3. Only a control shows it: "));
    assertThat(new RollReport(result).document().head().judgement())
        .isEqualTo(other == Pass.NEW_TO_NEW ? OF_NEW : "nothing appeared");
  }

  /** A kernel's own fault is on each node that runs it, however many of its connections have it. */
  @ParameterizedTest
  @CsvSource({"PRESENT 8, PRESENT 90, not of the mix", "PRESENT 8, ABSENT 0, APPEARED"})
  void aGuestIsComparedWithTheControlOfItsKernel(String one, String other, String verdict)
      throws IOException {
    RollForm form = RollForm.read(Path.of("../../rolls/kafka-kernel"));
    Map<Age, String> kernels = Map.of(Age.OLD, "fixed", Age.NEW, "unfixed");
    RollQuestion question =
        new RollQuestion("name", form, kernels, Map.of(), 3, 0, 1, false, true, "", 1);
    Map<Pass, Map<CountKey, Count>> seen = new EnumMap<>(Pass.class);
    for (Pass pass : Pass.values()) {
      seen.put(pass, new HashMap<>());
      for (CountKey at : question.expected()) {
        boolean its =
            at.measure().equals("n1") && (pass == Pass.NEW_TO_NEW || at.hold().equals("1/3"));
        seen.get(pass)
            .put(
                at,
                count(
                    !its || pass == Pass.OLD_TO_OLD
                        ? "ABSENT 0"
                        : pass == Pass.NEW_TO_NEW ? other : one));
      }
    }
    RollResult result = RollResult.of("id", question, List.of(seen));

    assertThat(row(result, "1/3, n1").verdict()).isEqualTo(verdict);
    assertThat(result.sentences()).hasSize(1);
    assertThat(result.answer().exitStatus()).isEqualTo(verdict.equals("APPEARED") ? 1 : 0);
  }

  private static Count count(String words) {
    String[] parts = words.split(" ");
    return new Count(State.valueOf(parts[0]), parts[0], words, Long.parseLong(parts[1]), 200);
  }

  /** A node that answers from an old image: of any look, of any node, one is enough. */
  @ParameterizedTest
  @CsvSource({"n1, false", "n3, false", "n2, true"})
  void aMemberThatLiesAboutItsLeaderIsNoAnswer(String liar, boolean after)
      throws InterruptedException {
    RollResult result =
        roll(
            1,
            c -> {
              if (c.pass == Pass.OLD_TO_NEW) {
                c.claim =
                    (node, leader) -> {
                      boolean lies = node.equals(liar) && c.worked == after;
                      return lies && leader.equals("n2") ? "n3" : leader;
                    };
                c.code = (given, place) -> given.get("leader").equals("n2") ? "REFUSED" : "OK";
              }
            });

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

    assertThat(transcript(look, look, put, look, look).unproven(wanted, List.of("n1"))).isEmpty();
    assertThat(transcript(look, put, look, look).unproven(wanted, List.of("n1"))).isPresent();
    assertThat(transcript(look, look, put).unproven(wanted, List.of("n1"))).isPresent();
    assertThat(transcript(look, look, put, look, look).unproven(wanted, List.of("n1", "n2")))
        .contains("n2 says before the work that the leader is unknown, not n1");
  }

  private static Transcript transcript(String... lines) {
    return Transcript.of(List.of(lines), List.of("put"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          panic
          null
          {}
          {"op": "put"}
          {"op": "delete", "code": "OK"}
          {"op": "put", "code": "OK", "ids": [1]}
          {"op": "put", "code": "OK", "lane": "a", "ids": [null]}
          {"op": "put", "code": "OK", "okay": true}
          {"op": "put", "code": "OK", "ok": true, "ok": false}
          {"read": {"keys": [1]}}
          {"look": {"n1": null}}
          {"look": {"n1": {"leader": null}}}
          """)
  void aLineOfTheWrongShapeIsNamed(String line) {
    assertThatThrownBy(() -> transcript(line))
        .isInstanceOf(StackException.class)
        .hasMessageContaining("it printed ");
  }

  /** etcd#19557 in small. */
  @Test
  void aNodeThatDoesNotComeBackAppearsAndEndsThePass() throws InterruptedException {
    RollResult result =
        roll(3, c -> c.back = (node, v) -> panic(c.pass == Pass.OLD_TO_NEW && node.equals("n2")));

    assertThat(open(result))
        .startsWith("2/3, members appeared")
        .contains("3/3, leader new, asked new, put inconclusive");
    assertThat(result.answer()).isEqualTo(Answer.WORSE);
    assertThat(result.sentences().toString()).contains("n2: panic", "old to new ended early");
    assertThat(result.coverage()).startsWith("Exercised 9 of 10 pairs of hold and direction. ");
  }

  @Test
  void aNodeThatEndsDuringTheWorkIsCounted() throws InterruptedException {
    RollResult result = roll(1, c -> c.ended = node -> panic(node.equals("n3") && c.mixed()));

    assertThat(open(result)).containsExactly("1/3, members appeared");
    assertThat(result.sentences().toString()).contains("n3: panic");
  }

  @Test
  void raisedFeaturesAreAHoldOfTheirOwn() throws InterruptedException {
    TinyCluster cluster = new TinyCluster(Pass.OLD_TO_NEW);
    RollQuestion question = TinyCluster.question(TinyCluster.FINISHED, true);
    List<String> holds = new ArrayList<>();
    new RollRun(question, cluster, holds::add).run();

    assertThat(holds).hasSize(8).contains("finished", atIndex(4)).contains("back 2/3", atIndex(5));
    assertThat(cluster.asked)
        .containsOnlyOnce("NEW finish up=n1,n2,n3")
        .containsSubsequence(
            "NEW finish up=n1,n2,n3", "OLD work up=n1,n2,n3 seq=310000 leader=n1 asked=n3");
    assertThat(question.words()).contains(" up to hold finished and back once");
  }

  /** Kafka's old nodes cannot read raised features: only then does the way back fail. */
  @ParameterizedTest
  @CsvSource({TinyCluster.FINISHED + ", appeared", "3, still absent"})
  void theWayBackFromRaisedFeaturesIsAnswered(int last, String answer) throws InterruptedException {
    RollResult result =
        roll(last, true, c -> c.back = (n, v) -> panic(c.finished && c.mixed() && v == Age.OLD));

    assertThat(row(result, "back 2/3, members").became().change().words()).isEqualTo(answer);
  }

  @Test
  void featuresThatCannotBeRaisedAreNoAnswer() throws InterruptedException {
    RollResult result = roll(TinyCluster.FINISHED, c -> c.noFinish = c.pass == Pass.OLD_TO_NEW);

    assertThat(row(result, "3/3, members").became().change()).isEqualTo(Change.STILL_ABSENT);
    assertThat(row(result, "finished, members").became().reason()).contains("FEATURE_UPDATE");
    assertThat(result.answer()).isEqualTo(Answer.CANNOT_TELL);
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
    Count found = RollRun.count(operations);

    assertThat(found.state()).isEqualTo(state);
    assertThat(found.reason()).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({
    "1 2 3 4, '', '', '', ''",
    "1 2 4, 3, '', '', ''",
    "1 2 3 3 4, '', 3, '', ''",
    "1 3 2 4, '', '', 2, ''",
    "1 2 3 4 5, '', '', '', 5",
    "4 3 3, '1, 2', 3, 3, ''",
    "1 2 3 9 4 9, '', '', '', ''",
  })
  void receiptsAreComparedWithWhatIsThere(
      String ids, String lost, String twice, String disordered, String undone) {
    Receipts receipts = new Receipts();
    Transcript.lines(IntStream.rangeClosed(1, 4).mapToObj(RollRunTest::put).toList())
        .forEach(receipts::add);
    receipts.add(new Line(null, "put", "ABORTED", false, false, true, "keys", List.of(5L), null));
    List<Long> read = Stream.of(ids.split(" ")).map(Long::valueOf).toList();

    List<String> expected =
        Stream.of(lost, twice, disordered, undone).map(found -> "[" + found + "]").toList();
    Map<String, Set<Long>> wrong = receipts.check(List.of(Map.of("keys", read)));
    assertThat(receipts.count("undone", wrong.get("undone")).of()).isEqualTo(1);
    assertThat(new Receipts().count("lost", Set.of()).state()).isEqualTo(State.NOT_EXERCISED);
    assertThat(wrong.values().stream().map(Set::toString)).isEqualTo(expected);
    assertThat(receipts.check(List.of(Map.of("other", read))).get(Receipts.LOST)).hasSize(4);

    receipts.report(wrong);
    assertThat(receipts.check(List.of(Map.of("keys", read))).values()).allMatch(Set::isEmpty);
  }

  private static String put(int id) {
    return TinyCluster.operation("OK", id);
  }

  /** Members of a cluster whose stores differ. */
  @Test
  void whatOneMemberMissesIsLost() {
    Receipts receipts = new Receipts();
    Transcript.lines(List.of(put(1))).forEach(receipts::add);
    Map<String, List<Long>> whole = Map.of("keys", List.of(1L));
    Map<String, List<Long>> less = Map.of("keys", List.of());

    assertThat(receipts.check(List.of(whole, less)).get(Receipts.LOST)).containsExactly(1L);
    assertThat(receipts.check(List.of(less, whole)).get(Receipts.LOST)).containsExactly(1L);
  }

  @Test
  void whatIsMissingIsLostOnlyIfItStaysMissing() throws InterruptedException {
    RollResult late =
        roll(
            1,
            c ->
                c.read =
                    there ->
                        c.pass == Pass.OLD_TO_NEW && c.pauses < 10 && c.mixed()
                            ? List.of()
                            : there);
    assertThat(late.answer()).isEqualTo(Answer.NOTHING_WORSE);

    RollResult lost =
        roll(1, c -> c.read = there -> c.version("n1") == c.version("n2") ? there : List.of());
    assertThat(open(lost)).containsExactly("1/3, lost appeared");
    assertThat(lost.sentences().get(0)).contains("27 of 27");
  }

  @Test
  void aProgramThatFailsDecidesNothing() throws InterruptedException {
    RollResult result =
        roll(
            (pass, trial) ->
                new TinyCluster(pass) {
                  @Override
                  public List<String> ask(Age age, List<String> words) {
                    boolean mixed = version("n1") != version("n2");
                    if (mixed && (words.contains("read") || words.contains("leader=n2"))) {
                      throw new StackException("killed");
                    }
                    return super.ask(age, words);
                  }
                },
            TinyCluster.question(1, false));

    assertThat(open(result))
        .containsExactly(
            "1/3, leader old, asked old, put inconclusive",
            "1/3, leader old, asked new, put inconclusive",
            "1/3, lost inconclusive",
            "1/3, twice inconclusive",
            "1/3, out of order inconclusive",
            "1/3, undone inconclusive");
  }

  /** What happens to the put of a trial: a word for each pass. */
  private static RollResult rolled(String hold, String... words) throws InterruptedException {
    int trials = words[0].split(" ").length;
    return roll(
        (pass, trial) -> {
          String word = words[pass.ordinal()].split(" ")[trial];
          AtomicInteger works = new AtomicInteger();
          return cluster(
              pass,
              c ->
                  c.code =
                      (given, place) -> {
                        boolean here = hold.startsWith("0") == works.getAndIncrement() < 3;
                        return !here || word.equals("Flake") && place > 0 ? "OK" : word;
                      });
        },
        TinyCluster.question(1, false, trials));
  }

  /** The roll, old to old, new to new: in "Flake" one of three operations is refused. */
  @ParameterizedTest
  @CsvSource({
    "No No No, OK OK OK, OK OK OK, appeared",
    "No OK OK, OK OK OK, OK OK OK, appeared",
    "No No No, No OK OK, OK OK OK, inconclusive",
    "No No No, OK OK OK, OK No OK, inconclusive",
    "No, Other, OK, inconclusive",
    "No, OK, Other, inconclusive",
    "No, OK, Flake, inconclusive",
    "Flake, Flake, OK, still there",
    "No, OK, No, still there",
    "No, No, OK, still there",
    "No No No, No No No, OK No OK, inconclusive",
    "OK, No, OK, still absent",
    "OK, Flake, OK, inconclusive",
    "OK OK, OK OK, OK No, inconclusive",
    "OK, OK, OK, still absent",
    "LATE, OK, OK, appeared",
  })
  void aDifferenceDecidesOnlyAgainstBothControls(
      String roll, String old, String fresh, String change) throws InterruptedException {
    RollResult result = rolled("1/3", roll, old, fresh);
    RollRow row = row(result, "1/3, leader old, asked new, put");

    assertThat(row.became().change().words()).isEqualTo(change);
    assertThat(result.answer() == Answer.NOTHING_WORSE).isEqualTo(row.bearing() == Bearing.FINE);
  }

  private static RollRow row(RollResult result, String name) {
    return result.rows().stream()
        .filter(row -> result.name(row.at()).equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** At 0/N the roll and old to old are the same: a difference is noise. */
  @ParameterizedTest
  @CsvSource({
    "No, OK, OK, inconclusive, CANNOT_TELL",
    "OK, No, OK, inconclusive, CANNOT_TELL",
    "Flake, Flake, OK, still there, NOTHING_WORSE",
    "OK OK, No OK, OK OK, still absent, CANNOT_TELL",
  })
  void aTrialWhoseStartDiffersFromItsControlDoesNotCount(
      String roll, String old, String fresh, String change, Answer answer)
      throws InterruptedException {
    RollResult result = rolled("0/3", roll, old, fresh);
    RollRow row = row(result, "0/3, leader old, asked old, put");

    assertThat(row.became().change().words()).isEqualTo(change);
    assertThat(result.answer()).isEqualTo(answer);
    assertThat(result.sentences().toString().contains("A trial does not count: 0/3, leader old"))
        .isEqualTo(answer == Answer.CANNOT_TELL);
  }

  /** The same fault of both versions ends all passes: the rest was never seen. */
  @Test
  void whatNoPassReachedIsNoAnswer() throws InterruptedException {
    RollResult result =
        roll(3, c -> c.back = (node, version) -> new Status(true, "too little memory"));

    assertThat(result.answer()).isEqualTo(Answer.CANNOT_TELL);
    assertThat(row(result, "1/3, members").became().change()).isEqualTo(Change.STILL_THERE);
    assertThat(result.coverage()).startsWith("Exercised 2 of 10 pairs of hold and direction. ");
    assertThat(result.sentences()).anyMatch(all -> all.contains("old to new ended early"));
  }

  @Test
  void directionsWhoseWorkIsUnknownAreNotExercised() throws InterruptedException {
    RollResult result =
        roll(
            3,
            c ->
                c.code = (given, place) -> c.pass == Pass.NEW_TO_NEW && place == 0 ? "LATE" : "OK");

    assertThat(result.coverage()).startsWith("Exercised 0 of 10").contains("0/3, leader old");
    assertThat(result.sentences().get(0)).contains("INCONCLUSIVE: new to new: 2 of 3 (LATE 1)");
  }

  /** Of 12 operations during the restart: how many are refused in the roll and its controls. */
  @ParameterizedTest
  @CsvSource({
    "2, 0, 0, No, still absent",
    "12, 2, 2, No, appeared",
    "12, 3, 0, No, inconclusive",
    "3, 0, 0, No, inconclusive",
    "12, 12, 0, No, still there",
    "12, 0, 10, No, still there",
    "0, 12, 0, No, still absent",
    "12, 0, 0, LATE, inconclusive",
  })
  void whatARestartRefusesAppearsOnlyIfItIsFarFromAMoment(
      int roll, int old, int fresh, String code, String change) throws InterruptedException {
    RollResult result =
        roll(
            1,
            c -> {
              int refused = List.of(roll, old, fresh).get(c.pass.ordinal());
              c.meanwhile = place -> place < refused ? code : "OK";
            });
    RollRow row = row(result, "1/3, restart of n1");

    assertThat(row.became().change().words()).isEqualTo(change);
    assertThat(open(result)).hasSize(row.bearing() == Bearing.FINE ? 0 : 1);
    assertThat(new RollReport(result).document().toString())
        .contains("words=restart of n1", 12 - roll + " of 12");
  }

  @ParameterizedTest
  @CsvSource({"9, NOTHING_WORSE", "0, CANNOT_TELL"})
  void aConditionHurtsTheWorkOfEachHoldAndMustBeMet(int lost, Answer answer)
      throws InterruptedException {
    List<TinyCluster> clusters = new ArrayList<>();
    Count met = lost == 0 ? Count.notExercised("0") : new Count(State.ABSENT, "ok", "9", 0, 9);
    RollResult result =
        roll(
            (pass, trial) -> {
              TinyCluster cluster = cluster(pass, c -> c.met = met);
              clusters.add(cluster);
              return cluster;
            },
            TinyCluster.question(1, false, "loss", 1));

    assertThat(
            String.join(" ", clusters.get(0).asked)
                .replaceAll("OLD (\\w+) \\S+( \\w+=\\S+)*", "$1"))
        .isEqualTo("hurt work well read keep hurt work work work work well read");
    assertThat(result.answer()).isEqualTo(answer);
    assertThat(row(result, "1/3, loss").seen().get(Pass.OLD_TO_NEW)).containsExactly(met);
    assertThat(result.title()).isEqualTo("tiny 1 to 2, under loss");
  }

  @Test
  void fewOperationsOfARestartDecideNothing() {
    List<Line> nine = Transcript.lines(Collections.nCopies(9, TinyCluster.operation("No", 1)));

    assertThat(RollRun.restartCount(nine).state()).isEqualTo(State.UNKNOWN);
    assertThat(RollRun.restartCount(List.of()).state()).isEqualTo(State.UNKNOWN);
  }

  /** Only the mix loses what was written while its first node restarted. */
  @Test
  void whatWasWrittenDuringARestartHasReceipts() throws InterruptedException {
    RollResult result =
        roll(
            3,
            c -> {
              c.meanwhile = place -> place == 0 ? "No" : "OK";
              c.read = all -> all.stream().filter(id -> id / 1000 != 1 || !c.mixed()).toList();
            });

    assertThat(open(result)).containsExactly("1/3, lost appeared");
    assertThat(row(result, "1/3, lost").became().reason()).isEqualTo("11 of 26");
  }

  @Test
  void aClientThatFailsDuringARestartDecidesNothingOfIt() throws InterruptedException {
    RollResult result =
        roll(
            1,
            c ->
                c.meanwhile =
                    place -> {
                      throw new StackException("killed");
                    });

    assertThat(open(result)).containsExactly("1/3, restart of n1 inconclusive");
    assertThat(result.sentences().get(0)).contains("the work failed: killed");
  }

  /** A duplicate in a control is another thing than lost data. */
  @Test
  void aControlsReceiptsHideNoOther() throws InterruptedException {
    RollResult result =
        roll(
            3,
            c ->
                c.read =
                    there -> {
                      if (!c.mixed() && c.steps == 0 || c.pass == Pass.NEW_TO_NEW) {
                        return there;
                      }
                      List<Long> twice = new ArrayList<>(there);
                      twice.add(there.get(there.size() - 1));
                      return c.pass == Pass.OLD_TO_OLD ? twice : List.of();
                    });

    assertThat(row(result, "1/3, lost").became().change()).isEqualTo(Change.APPEARED);
    assertThat(row(result, "1/3, twice").became().change()).isEqualTo(Change.CANNOT_TELL);
  }

  @Test
  void oneLossIsReportedAtOneHold() throws InterruptedException {
    RollResult result =
        roll(
            3,
            c ->
                c.read =
                    all ->
                        all.subList(c.pass == Pass.OLD_TO_NEW && c.steps > 0 ? 1 : 0, all.size()));

    assertThat(open(result)).containsExactly("1/3, lost appeared");
  }

  /** Node by node: another node's end in a control is not the same. */
  @Test
  void membersAreComparedByNodeAndCause() throws InterruptedException {
    RollResult result =
        roll(
            1,
            c -> {
              String one = c.pass == Pass.OLD_TO_NEW ? "n1" : "n3";
              c.ended = node -> panic(c.steps == 1 && node.equals(one));
            });

    assertThat(open(result)).contains("1/3, members inconclusive");
    assertThat(result.answer()).isEqualTo(Answer.CANNOT_TELL);
  }

  /** One that is not ready beside one that has ended. */
  @ParameterizedTest
  @CsvSource({"true, PRESENT", "false, UNKNOWN"})
  void anEndDecidesWhateverAnotherNodeDoes(boolean decided, State state)
      throws InterruptedException {
    RollResult result =
        roll(
            1,
            true,
            c -> {
              boolean mix = c.pass == Pass.OLD_TO_NEW;
              var slow = mix ? new Status(false, "not ready") : Status.READY;
              c.back = (node, version) -> version == Age.NEW ? slow : Status.READY;
              c.read = all -> all.subList(mix && c.steps > 0 ? 1 : 0, all.size());
              Status panic = new Status(decided, "panic");
              c.ended = node -> node.equals("n3") && c.mixed() ? panic : Status.READY;
            });
    Count members = row(result, "1/3, members").seen().get(Pass.OLD_TO_NEW).get(0);

    assertThat(members.state()).isEqualTo(state);
    assertThat(members.reason()).isEqualTo("n1: not ready; n3: panic");
    Count lost = row(result, "1/3, lost").seen().get(Pass.OLD_TO_NEW).get(0);
    assertThat(lost.state()).as("what n1 has is out of reach").isEqualTo(State.UNKNOWN);
    assertThat(row(result, "back 0/3, lost").became().change())
        .isEqualTo(decided ? Change.APPEARED : Change.CANNOT_TELL);
  }

  @ParameterizedTest
  @CsvSource({"start", "step"})
  void aPassThatFailsKeepsTheRest(String where) throws InterruptedException {
    RollResult result =
        roll(
            1,
            c -> {
              if (c.pass == Pass.NEW_TO_NEW) {
                c.back =
                    (node, version) -> {
                      throw new StackException("compose up failed");
                    };
                c.noHistory = where.equals("start");
              }
            });

    assertThat(result.answer()).isEqualTo(Answer.CANNOT_TELL);
    assertThat(row(result, "1/3, members").seen().get(Pass.OLD_TO_NEW).get(0).present()).isFalse();
    assertThat(result.sentences().toString())
        .contains(where.equals("start") ? "no history can be made" : "compose up failed")
        .contains("new to new ended early");
  }

  @Test
  void theWayBackBeginsWhereANodeDidNotComeBack() throws InterruptedException {
    RollResult result =
        roll(3, true, c -> c.back = (n, v) -> panic(c.pass == Pass.OLD_TO_NEW && v == Age.NEW));

    assertThat(row(result, "1/3, members").became().change()).isEqualTo(Change.APPEARED);
    assertThat(row(result, "back 0/3, members").became().change()).isEqualTo(Change.STILL_ABSENT);
    assertThat(row(result, "2/3, members").reached()).isFalse();
  }
}
