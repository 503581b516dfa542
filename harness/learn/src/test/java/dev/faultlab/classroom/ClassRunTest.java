package dev.faultlab.classroom;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.feed.RunEvent;
import dev.faultlab.verdict.Judgement;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of a run that a class starts. */
class ClassRunTest {
  @TempDir Path folder;

  /** A class whose lab pretends to run, and who leads it. */
  private record ClassWithRun(ServedClass served, FakeRun run, Visitor lead)
      implements AutoCloseable {
    void begin() throws Exception {
      assertThat(lead.post("api/lead/run", Map.of()).statusCode()).isEqualTo(204);
    }

    void end() throws Exception {
      run.finish();
      assertThat(awaited(lead).path("state").asText()).isEqualTo("DONE");
    }

    void replay(String name) throws Exception {
      assertThat(lead.post("api/lead/replay", Map.of("run", name)).statusCode()).isEqualTo(204);
    }

    String graded() {
      return served.session.state().graded().orElse("nothing");
    }

    String offered() {
      return served.session.state().offered().orElse("nothing");
    }

    @Override
    public void close() throws Exception {
      served.close();
    }
  }

  private ClassWithRun room(Judgement verdict) throws Exception {
    FakeRun run = new FakeRun(folder.resolve("results"), verdict);
    ServedClass served = ServedClass.begin(folder, true, run);
    return new ClassWithRun(served, run, served.lead());
  }

  /** The run when it is over. */
  private static JsonNode awaited(Visitor lead) throws Exception {
    JsonNode run = lead.json("api/run");
    while (List.of("RUNNING", "STOPPING").contains(run.path("state").asText())) {
      run = lead.json("api/run");
    }
    return run;
  }

  @ParameterizedTest
  @EnumSource(names = {"AS_EXPECTED", "CONTRADICTED"})
  void oneThatComesToAVerdictGradesByItself(Judgement verdict) throws Exception {
    try (ClassWithRun room = room(verdict)) {
      room.begin();
      room.end();
      assertThat(room.graded()).isEqualTo(FakeRun.NAME);
      assertThat(room.offered()).isEqualTo("nothing");
      assertThat(room.lead().json("api/run").path("judgement").asText()).isEqualTo(verdict.name());
      JsonNode graded = room.lead().json("api/lead/view").path("view").path("graded");
      assertThat(graded.path("judgement").asText()).isEqualTo(verdict.name());
      assertThat(graded.path("reasons").path(0).asText()).isEqualTo(FakeRun.REASON);
    }
  }

  @Test
  void anInconclusiveOneGradesNobodyUntilItIsChosen() throws Exception {
    try (ClassWithRun room = room(Judgement.INCONCLUSIVE)) {
      room.begin();
      room.end();
      assertThat(room.graded()).isEqualTo("nothing");
      assertThat(room.lead().move("reveal")).isEqualTo(409);
      JsonNode view = room.lead().json("api/lead/view").path("view");
      assertThat(view.path("graded").isNull()).isTrue();
      assertThat(view.path("offered").path("run").asText()).isEqualTo(FakeRun.NAME);
      assertThat(view.path("offered").path("judgement").asText()).isEqualTo("INCONCLUSIVE");
      assertThat(view.path("offered").path("reasons").path(0).asText()).isEqualTo(FakeRun.REASON);
      assertThat(room.lead().json("api/run").path("judgement").asText()).isEqualTo("INCONCLUSIVE");

      room.replay(FakeRun.NAME);
      assertThat(room.graded()).isEqualTo(FakeRun.NAME);
      assertThat(room.offered()).isEqualTo("nothing");
      JsonNode chosen = room.lead().json("api/lead/view").path("view").path("graded");
      assertThat(chosen.path("judgement").asText()).isEqualTo("INCONCLUSIVE");
    }
  }

  @Test
  void whatWasChosenBeforeItBeganDoesNotAndWhatWasChosenMeanwhileDoes() throws Exception {
    try (ClassWithRun room = room(Judgement.AS_EXPECTED)) {
      room.replay("");
      room.begin();
      room.end();
      assertThat(room.graded()).isEqualTo(FakeRun.NAME);
      room.begin();
      room.replay("");
      room.end();
      assertThat(room.graded()).isEqualTo(ServedClass.REFERENCE);
      assertThat(room.offered()).isEqualTo(FakeRun.NAME);
    }
  }

  @Test
  void theOthersHearTheVerdictWithTheRevealAndTheReasonsNever() throws Exception {
    try (ClassWithRun room = room(Judgement.CONTRADICTED)) {
      Visitor ann = room.served().joined("Ann");
      room.begin();
      room.end();
      room.lead().move("run");
      assertThat(ann.json("api/view").path("graded").path("judgement").isNull()).isTrue();
      room.lead().move("reveal");
      JsonNode view = ann.json("api/view");
      assertThat(view.path("graded").path("judgement").asText()).isEqualTo("CONTRADICTED");
      assertThat(view.toString()).doesNotContain(FakeRun.REASON);
      // Nor is it theirs to choose.
      room.begin();
      room.end();
      assertThat(room.offered()).isEqualTo(FakeRun.NAME);
      assertThat(ann.json("api/view").path("offered").isNull()).isTrue();
    }
  }

  @Test
  void itEndsWhenItIsTold() throws Exception {
    String begun = new RunEvent.RunStarted(FakeRun.ID, 0).line();
    // Reads what nobody writes, and so goes on until a signal comes.
    ClassRun.Starter endless =
        () -> new ProcessBuilder("bash", "-c", "echo \"$0\"; exec cat", begun).start();
    try (ServedClass served = ServedClass.begin(folder, true, endless)) {
      Visitor lead = served.lead();
      lead.post("api/lead/run", Map.of());
      assertThat(lead.post("api/lead/run", Map.of()).statusCode()).isEqualTo(409);
      assertThat(lead.post("api/lead/stop", Map.of()).statusCode()).isEqualTo(204);
      assertThat(awaited(lead).path("state").asText()).isEqualTo("STOPPED");
      assertThat(served.session.state().graded()).isEmpty();
      assertThat(served.session.state().offered()).isEmpty();
      // Once more does nothing, and another one can be started.
      assertThat(lead.post("api/lead/stop", Map.of()).statusCode()).isEqualTo(204);
      assertThat(lead.post("api/lead/run", Map.of()).statusCode()).isEqualTo(204);
      lead.post("api/lead/stop", Map.of());
      awaited(lead);
    }
  }

  /** An engine that goes away before the first trial: inconclusive, and nothing is written. */
  @Test
  void oneThatLeftNoResultHasFailed() throws Exception {
    String begun = new RunEvent.RunStarted("20260101T000000Z-0009", 0).line();
    ClassRun.Starter withoutResult =
        () -> new ProcessBuilder("bash", "-c", "echo \"$0\"; exit 2", begun).start();
    try (ServedClass served = ServedClass.begin(folder, true, withoutResult)) {
      Visitor lead = served.lead();
      assertThat(lead.post("api/lead/run", Map.of()).statusCode()).isEqualTo(204);
      JsonNode run = awaited(lead);
      assertThat(run.path("state").asText()).isEqualTo("FAILED");
      assertThat(run.path("lines").toString()).contains("the run has no result");
      assertThat(served.session.state().graded()).isEmpty();
    }
  }
}
