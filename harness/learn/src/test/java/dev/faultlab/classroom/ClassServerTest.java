package dev.faultlab.classroom;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.lesson.Question;
import dev.faultlab.lesson.Stage;
import dev.faultlab.verdict.Judgement;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the server gives to whom. */
class ClassServerTest extends InRoom {
  private Visitor ann;
  private Visitor lead;

  @BeforeEach
  void open() throws Exception {
    ann = served.joined("Ann");
    lead = served.lead();
  }

  @Test
  void nobodyLeadsWithoutTheToken() throws Exception {
    for (Visitor visitor : List.of(ann, served.stranger())) {
      for (String path : List.of("view", "qr.svg", "results.csv")) {
        assertThat(visitor.get("api/lead/" + path).statusCode()).as(path).isEqualTo(401);
      }
      Map<String, Map<String, Object>> posts =
          Map.of(
              "move", Map.of("phase", "predict", "shown", true),
              "run", Map.of(),
              "stop", Map.of(),
              "replay", Map.of("run", ""),
              "remove", Map.of("people", List.of(1)),
              "code", Map.of());
      for (String path : posts.keySet()) {
        assertThat(visitor.post("api/lead/" + path, posts.get(path)).statusCode())
            .as(path)
            .isEqualTo(401);
      }
    }
    assertThat(served.session.state().now().phase()).isEqualTo(Phase.INCIDENT);
    assertThat(served.session.state().graded()).isEmpty();
    assertThat(served.session.state().people()).hasSize(1);
    assertThat(lead.get("api/lead/view").statusCode()).isEqualTo(200);
  }

  @Test
  void nobodyTakesPartWithoutTheCode() throws Exception {
    Visitor stranger = served.stranger();
    assertThat(stranger.join("WRONG2", "x")).isEqualTo(403);
    assertThat(stranger.get("api/view").statusCode()).isEqualTo(401);
    assertThat(stranger.answer(Sample.answer(first(), 0))).isEqualTo(401);
    HttpRequest.Builder events =
        HttpRequest.newBuilder(URI.create(served.base() + "api/events"))
            .header("Accept", "text/event-stream");
    assertThat(stranger.send(events).statusCode()).isEqualTo(401);
    assertThat(served.session.state().people()).hasSize(1);
  }

  @Test
  void nothingMeasuredIsInAViewBeforeTheReveal() throws Exception {
    lead.post("api/lead/replay", Map.of("run", ""));
    for (String phase : List.of("incident", "predict", "discuss", "again", "run")) {
      assertThat(lead.move(phase)).isEqualTo(204);
      JsonNode view = ann.json("api/view");
      assertThat(view.path("phase").asText()).isEqualTo(phase);
      assertThat(view.path("found")).isEmpty();
      assertThat(view.path("everybody")).isEmpty();
      assertThat(view.path("monday").isNull()).isTrue();
      String explained = served.session.lesson().original().explanation(first()).get(0);
      assertThat(view.toString()).doesNotContain("explain\":", explained.substring(0, 40));
    }
    assertThat(lead.move("reveal")).isEqualTo(204);
    JsonNode found = ann.json("api/view").path("found");
    assertThat(found).hasSize(served.session.lesson().at(Stage.PREDICT).size());
    // The transfer's answers come with the score.
    lead.move("score");
    assertThat(ann.json("api/view").path("found"))
        .hasSize(served.session.lesson().questions().size());
  }

  /** A lesson often lists what is to be put in order as it was measured. */
  @Test
  void theOrderInWhichThingsAreShownDoesNotComeFromTheLesson() throws Exception {
    for (JsonNode asked : ann.json("api/view").path("questions")) {
      Question question = served.session.lesson().question(asked.path("id").asText()).orElseThrow();
      List<String> shown = asked.path("options").findValuesAsText("id");
      assertThat(shown).containsExactlyInAnyOrderElementsOf(question.options());
      assertThat(shown.equals(question.options()))
          .as(question.id())
          .isEqualTo(!asked.path("kind").asText().equals("order"));
    }
  }

  @Test
  void aRunIsSeenByThoseWhoCannotPredictAnyMore() throws Exception {
    for (String phase : List.of("incident", "predict", "discuss", "again")) {
      lead.move(phase);
      assertThat(ann.get("api/run").statusCode()).as(phase).isEqualTo(409);
      assertThat(lead.get("api/run").statusCode()).isEqualTo(200);
    }
    lead.move("run");
    assertThat(ann.json("api/run").path("state").asText()).isEqualTo("NONE");
    assertThat(served.stranger().get("api/run").statusCode()).isEqualTo(401);
  }

  @Test
  void explanationsLeadToTheFilesThatTheyNameAndToNoOthers() throws Exception {
    assertThat(served.stranger().get("api/incident.svg").statusCode()).isEqualTo(401);
    assertThat(ann.get("api/incident.svg").body()).startsWith("<svg");
    lead.post("api/lead/replay", Map.of("run", ""));
    String source = "api/source?question=window&link=";
    assertThat(ann.get(source + "docs/how-to/diagnose.md").statusCode()).isEqualTo(409);
    lead.move("reveal");
    assertThat(ann.get(source + "docs/how-to/diagnose.md").body()).startsWith("# ");
    assertThat(ann.get(source + "README.md").statusCode()).isEqualTo(400);
    assertThat(ann.get(source + "docs/how-to/diagnose.md/../../README.md").statusCode())
        .isEqualTo(400);
    // The committed result has no evidence beside it.
    assertThat(ann.get("api/evidence?question=window&file=result.json").statusCode())
        .isEqualTo(400);
  }

  @Test
  void predictionsAreGradedByTheChosenResult() throws Exception {
    lead.move("predict");
    for (Question question : served.session.lesson().at(Stage.PREDICT)) {
      assertThat(ann.answer(Sample.answer(question, 0))).isEqualTo(204);
    }
    lead.post("api/lead/replay", Map.of("run", ""));
    lead.move("reveal");
    JsonNode view = ann.json("api/view");
    JsonNode window = view.path("found").path("window");
    // labs/syncookie: windows of 1578 bytes, in every trial of the committed result.
    assertThat(window.path("measured").at("/values/0/value").asDouble()).isEqualTo(1578);
    assertThat(window.path("run").asText()).isEqualTo(ServedClass.REFERENCE);
    assertThat(window.path("grade").path("mark").asText()).isEqualTo("WRONG");
    assertThat(window.path("grade").path("loss").asDouble()).isEqualTo(0.7 * 0.7);
    assertThat(view.path("score").path("questions").asInt())
        .isEqualTo(served.session.lesson().at(Stage.PREDICT).size());
    assertThat(lead.json("api/lead/view").at("/view/score"))
        .as("of the room, in which one person has answered")
        .isEqualTo(view.path("score"));
  }

  @Test
  void whileOneQuestionIsRevealedNobodyHasTheOthers() throws Exception {
    lead.post("api/lead/replay", Map.of("run", ""));
    lead.post("api/lead/move", Map.of("phase", "reveal", "focus", "window", "shown", false));
    JsonNode view = ann.json("api/view");
    assertThat(view.path("found").fieldNames()).toIterable().containsExactly("window");
    assertThat(view.path("everybody").fieldNames()).toIterable().containsExactly("window");
    String other = "api/source?question=slower&link=docs/explanation/statistics.md";
    assertThat(ann.get(other).statusCode()).isEqualTo(409);
    // The facilitator chooses what comes next.
    int all = served.session.lesson().at(Stage.PREDICT).size();
    assertThat(lead.json("api/lead/view").path("view").path("found")).hasSize(all);
    assertThat(lead.get(other).statusCode()).isEqualTo(200);

    lead.post("api/lead/move", Map.of("phase", "reveal", "focus", "slower", "shown", false));
    assertThat(ann.json("api/view").path("found").fieldNames())
        .toIterable()
        .containsExactly("slower");
    assertThat(ann.get(other).statusCode()).isEqualTo(200);
    lead.move("reveal");
    assertThat(ann.json("api/view").path("found")).hasSize(all);
  }

  /** Such as a run whose folder was taken away. */
  @Test
  void whatCannotBeWorkedOutKeepsNobodyFromThePage() throws Exception {
    FakeRun run = new FakeRun(folder.resolve("results"), Judgement.AS_EXPECTED);
    try (ServedClass broken = ServedClass.begin(folder.resolve("broken"), true, run)) {
      Visitor leader = broken.lead();
      broken.session.grade(ServedClass.LAB + "/gone");
      leader.move("reveal");
      JsonNode view = leader.json("api/lead/view").path("view");
      assertThat(view.path("found")).hasSize(broken.session.lesson().at(Stage.PREDICT).size());
      assertThat(view.path("found").findPath("values").isMissingNode()).isTrue();
      assertThat(view.path("graded").path("judgement").isNull()).isTrue();
      assertThat(broken.messages)
          .anyMatch(line -> line.contains("question window failed"))
          .anyMatch(line -> line.contains("no run '" + ServedClass.LAB + "/gone'"));
      // A page asks again and again; it is told once.
      List<String> told = List.copyOf(broken.messages);
      leader.json("api/lead/view");
      assertThat(broken.messages).isEqualTo(told);

      leader.post("api/lead/replay", Map.of("run", ""));
      JsonNode found = leader.json("api/lead/view").path("view").path("found");
      assertThat(found.at("/window/measured/values")).hasSize(1);
    }
  }

  @Test
  void aRunOfAnotherLabIsNotTaken() throws Exception {
    assertThat(lead.post("api/lead/replay", Map.of("run", "reference/charset")).statusCode())
        .isEqualTo(400);
    assertThat(lead.post("api/lead/replay", Map.of("run", "no-such-run")).statusCode())
        .isEqualTo(400);
    assertThat(served.session.state().graded()).isEmpty();
  }

  @Test
  void whatCannotBeAnAnswerIsRefused() throws Exception {
    lead.move("predict");
    for (String given :
        List.of(
            "{\"question\":\"window\",\"given\":null,\"confidence\":0.5}",
            "{\"question\":\"window\",\"given\":{\"kind\":\"number\",\"value\":-1},\"confidence\":0.5}",
            "{\"question\":\"window\",\"given\":{\"kind\":\"number\",\"value\":5},\"confidence\":2}",
            "{\"question\":\"window\",\"given\":{\"kind\":\"choice\",\"option\":\"x\"},\"confidence\":0.5}",
            "{\"question\":\"delay\",\"given\":{\"kind\":\"curve\",\"values\":[null,20,20]},\"confidence\":0.5}",
            "{\"question\":\"window\",\"given\":{\"kind\":\"number\",\"value\":1e12},\"confidence\":0.5}",
            "{\"question\":\"window\",\"given\":{\"kind\":\"number\",\"value\":\"NaN\"},\"confidence\":0.5}",
            "{\"question\":\"windows\",\"given\":{\"kind\":\"order\",\"items\":[\"x\",\"x\"]},\"confidence\":0.5}",
            "{\"question\":\"nosuch\",\"given\":{\"kind\":\"number\",\"value\":5},\"confidence\":0.5}")) {
      assertThat(raw("api/answer", given).statusCode()).as(given).isEqualTo(400);
    }
    assertThat(served.session.state().people().values()).allMatch(p -> p.answers().isEmpty());
  }

  @Test
  void everyPageIsHeldToItsOwnScripts() throws Exception {
    for (String path : List.of("", "lead", "app/look.css", "api/door", "nosuch")) {
      HttpResponse<String> page = ann.get(path);
      assertThat(page.headers().firstValue("Content-Security-Policy").orElse("none"))
          .as(path)
          .startsWith("default-src 'none'; script-src 'self' 'sha256-")
          .doesNotContain("unsafe");
      assertThat(page.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
      assertThat(page.body()).doesNotContain("https://").doesNotContain("style=\"");
    }
  }

  @Test
  void pagesOfOthersCannotAskInSomebodysName() throws Exception {
    HttpRequest.Builder move =
        HttpRequest.newBuilder(URI.create(served.base() + "api/lead/move"))
            .POST(HttpRequest.BodyPublishers.ofString("{\"phase\":\"score\",\"shown\":true}"));
    assertThat(lead.send(move.copy().header("Content-Type", "text/plain")).statusCode())
        .isEqualTo(400);
    move.header("Content-Type", "application/json").header("Origin", "http://elsewhere.example");
    assertThat(lead.send(move).statusCode()).isEqualTo(403);
    assertThat(RawRequest.status(served.port(), "rebound.example")).isEqualTo(403);
    assertThat(RawRequest.status(served.port(), "127.0.0.1:" + served.port())).isEqualTo(200);
    assertThat(ann.get("").headers().firstValue("Set-Cookie")).isEmpty();
  }

  @Test
  void aNameThatTheFacilitatorChoseIsServedAndNoOther() throws Exception {
    try (ServedClass named = ServedClass.beginAt(folder.resolve("named"), "lab-1.Example")) {
      assertThat(RawRequest.status(named.port(), "lab-1.example:" + named.port())).isEqualTo(200);
      assertThat(RawRequest.status(named.port(), "lab-1.example.org")).isEqualTo(403);
      assertThat(RawRequest.status(named.port(), "127.0.0.1:" + named.port())).isEqualTo(200);
      assertThat(RawRequest.status(named.port(), "[fe80::1]:" + named.port())).isEqualTo(200);
    }
  }

  /** A class that continues another day finds its people. */
  @Test
  void cookiesAreForThisServerAndNotForScriptsAndRenewed() throws Exception {
    assertThat(cookies(ann)).singleElement().asString().contains("-me=");
    assertThat(cookies(lead)).anyMatch(cookie -> cookie.contains("-lead="));
    assertThat(cookies(served.stranger())).singleElement().asString().contains("-browser=");
  }

  private static List<String> cookies(Visitor visitor) throws Exception {
    List<String> cookies = visitor.get("api/door").headers().allValues("Set-Cookie");
    assertThat(cookies)
        .allSatisfy(c -> assertThat(c).contains("HttpOnly", "SameSite=Strict", "Max-Age=2419200"));
    return cookies;
  }

  @Test
  void aWrongCodeOrKeyIsAnsweredLateAndKeepsNobodyWaiting() throws Exception {
    Visitor thief = served.stranger();
    long before = System.nanoTime();
    assertThat(thief.join("GUESS", "x")).isEqualTo(403);
    assertThat(thief.lead("guess")).isEqualTo(403);
    assertThat(Duration.ofNanos(System.nanoTime() - before))
        .isGreaterThanOrEqualTo(ClassServer.WRONG_KEY_DELAY.multipliedBy(2));
    // More than the threads that one address may use.
    ExecutorService pool = Executors.newFixedThreadPool(60);
    try {
      List<Future<Integer>> guesses =
          Stream.generate(() -> pool.submit(() -> served.stranger().join("GUESS", "x")))
              .limit(60)
              .toList();
      served.joined("Ben");
      served.lead();
      for (Future<Integer> guess : guesses) {
        assertThat(guess.get()).isEqualTo(403);
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void theFacilitatorTakesTheResultsAway() throws Exception {
    Visitor formula = served.stranger();
    formula.join(served.session.code(), "=HYPERLINK(\"x\"),y");
    lead.move("predict");
    assertThat(lead.get("api/lead/results.csv").body().lines())
        .containsExactly(
            "lab,date,person,name,question,text,stage,round,answer,confidence,measured,"
                + "run,mark,loss");
    for (String question : List.of("window", "how-known", "windows", "delay", "slower")) {
      formula.answer(Sample.answer(served.session.lesson().question(question).orElseThrow(), 1));
    }
    lead.post("api/lead/replay", Map.of("run", ""));
    String csv = lead.get("api/lead/results.csv").body();
    String date = served.session.start().at().substring(0, 10);
    assertThat(csv)
        // Opened in a spreadsheet it must be a name and not a formula.
        .contains("syncookie," + date + ",2,\"'=HYPERLINK(\"\"x\"\"),y\",window,")
        .contains("predict,1,103000,0.7,1578 bytes,reference/syncookie,wrong,0.490")
        .contains(",\"It is stored in the cookie, next to the maximum segment size.\",")
        .contains(" < ");
    assertThat(csv.lines().skip(1))
        .hasSize(5)
        .allMatch(row -> row.matches(".*,reference/syncookie,(right|near|wrong),[0-9.]+"));
  }

  private Question first() {
    return served.session.lesson().at(Stage.PREDICT).get(0);
  }

  private HttpResponse<String> raw(String path, String body) throws Exception {
    return ann.send(
        HttpRequest.newBuilder(URI.create(served.base() + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }
}
