package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.JsonFacts;
import dev.faultlab.fact.MissingFact;
import dev.faultlab.fact.Observation;
import dev.faultlab.fact.SampleTrial;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.fact.UnreadableEvidence;
import dev.faultlab.seen.State;
import dev.faultlab.signature.Input.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is thrown while evidence is read costs that observation and nothing else. */
class DeclaredSignatureTest {
  private static final FactSpec SPEC = new FactSpec("a-fact", "1", "a fact");

  @TempDir private Path run;

  @AfterEach
  void clearInterrupt() {
    Thread.interrupted();
  }

  @Test
  void aFactThatIsMissingAndEvidenceThatCannotBeRead() {
    assertThat(observe(throwing(new MissingFact("a.json has nothing at /x"))))
        .returns(State.UNKNOWN, Observation::state)
        .returns("fact-missing", Observation::code)
        .returns("a.json has nothing at /x", Observation::reason);
    assertThat(observe(throwing(new UnreadableEvidence("a.json is not JSON"))))
        .returns(State.UNKNOWN, Observation::state)
        .returns("evidence-unreadable", Observation::code)
        .returns("a.json is not JSON", Observation::reason);
  }

  @Test
  void whateverElseIsThrownIsToldWithItsClassAndPlace() {
    Observation seen =
        observe(() -> new Observation(State.PRESENT, "x", "" + List.of().get(3), List.of()));
    assertThat(seen.state()).isEqualTo(State.UNKNOWN);
    assertThat(seen.code()).isEqualTo("evidence-unreadable");
    assertThat(seen.reason())
        .matches(
            "evidence/cell/1: java.lang.ArrayIndexOutOfBoundsException at DeclaredSignatureTest.java:\\d+: .*");
  }

  @Test
  void aPlaceholderThatTheTrialDoesNotSet() {
    DeclaredSignature signature =
        new DeclaredSignature(
            "s", new Throwing(() -> null), "t", Map.of("file", "{nobody-sets-this}"));
    Observation seen = signature.observe(evidence());
    assertThat(seen.code()).isEqualTo("evidence-unreadable");
    assertThat(seen.reason()).contains("{nobody-sets-this}");
  }

  @Test
  void aPlaceholderThatStandsForTheWrongKind() {
    DeclaredSignature signature =
        new DeclaredSignature("s", new Throwing(() -> null), "t", Map.of("file", "{cell}#/x"));
    TrialEvidence set = SampleTrial.in(run, run, Map.of("cell", "a"));
    assertThat(signature.observe(set).reason()).contains("'file' is 'a#/x'");
  }

  @Test
  void evidenceThatIsNotJson() throws IOException {
    Files.createDirectories(run.resolve("evidence/cell/1"));
    Files.writeString(run.resolve("evidence/cell/1/a.json"), "<html>");
    Observation seen = observe(this::reads);
    assertThat(seen.code()).isEqualTo("evidence-unreadable");
    assertThat(seen.reason()).startsWith("evidence/cell/1/a.json cannot be read: not JSON");
  }

  @Test
  void anAbsenceWithoutExposureIsNotExercised() {
    assertThat(observe(() -> absent(0)))
        .returns(State.NOT_EXERCISED, Observation::state)
        .returns("none at all", Observation::reason);
    assertThat(observe(() -> absent(3)).state()).isEqualTo(State.ABSENT);
  }

  private static Observation absent(long exposed) {
    return new Observation(
        State.ABSENT, "none", "none at all", List.of(SPEC.of(exposed, "a.json", "#/x")));
  }

  @Test
  void anInterruptPasses() {
    assertThatThrownBy(
            () ->
                observe(
                    () -> {
                      Thread.currentThread().interrupt();
                      throw new UnreadableEvidence("a.pcap cannot be read: null");
                    }))
        .isInstanceOf(UnreadableEvidence.class);
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
  }

  @Test
  void anErrorPasses() {
    StackOverflowError error = new StackOverflowError();
    assertThatThrownBy(
            () ->
                observe(
                    () -> {
                      throw error;
                    }))
        .isSameAs(error);
  }

  private static Supplier<Observation> throwing(RuntimeException thrown) {
    return () -> {
      throw thrown;
    };
  }

  private Observation reads() {
    new JsonFacts(evidence()).count(SPEC, "a.json#/x");
    throw new AssertionError("was read");
  }

  private Observation observe(Supplier<Observation> reading) {
    return new DeclaredSignature("s", new Throwing(reading), "t", Map.of("file", "f"))
        .observe(evidence());
  }

  private TrialEvidence evidence() {
    return SampleTrial.in(run, run.resolve("evidence/cell/1"), Map.of());
  }

  private static final class Throwing extends Signature {
    private final Supplier<Observation> reading;

    Throwing(Supplier<Observation> reading) {
      super(
          "throwing",
          "throws",
          List.of(Input.required("file", Kind.FILE, "some file")),
          List.of(SPEC),
          new Reasons().exposure(SPEC).present("seen").absent("none"));
      this.reading = reading;
    }

    @Override
    public Observation observe(TrialEvidence evidence, Inputs inputs) {
      return reading.get();
    }
  }
}
