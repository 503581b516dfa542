package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.fact.Fact;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.Observation;
import dev.faultlab.seen.State;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignaturesTest {
  private static final Set<String> CAPTURES = Set.of("dns.pcap");
  private static final Set<String> FILES = Set.of("a.json", "b.json", "c.json", "d.json");
  private static final String KEBAB = "[a-z][a-z0-9]*(-[a-z0-9]+)*";

  private final Signatures signatures = new Signatures();

  @Test
  void everyKindNamesItselfAndItsInputsUsably() {
    for (Signature signature : signatures.all()) {
      assertThat(signature.kind()).matches(KEBAB);
      assertThat(signatures.find(signature.kind())).contains(signature);
      assertThat(signature.title()).isNotBlank();
      assertThat(signature.inputs()).isNotEmpty();
      assertThat(signature.inputs())
          .extracting(Input::name)
          .as(signature.kind())
          .doesNotHaveDuplicates()
          .doesNotContain("kind", "title")
          .allMatch(name -> name.matches(KEBAB));
      assertThat(signature.inputs()).extracting(Input::help).noneMatch(String::isBlank);
      assertThat(signature.reasons().of(State.PRESENT))
          .isNotEmpty()
          .doesNotContainAnyElementsOf(signature.reasons().of(State.ABSENT))
          .doesNotContainAnyElementsOf(signature.reasons().of(State.UNKNOWN));
      assertThat(signature.facts())
          .isNotEmpty()
          .allMatch(spec -> spec.id().matches(KEBAB))
          .noneMatch(spec -> spec.unit().isBlank() || spec.meaning().isBlank());
    }
  }

  @Test
  void theKindIsTheIdUnlessAnotherIsNamed() {
    DeclaredSignature own = signatures.declared("recursive-get", Map.of("depth", "a.json#/depth"));
    assertThat(own.kind().kind()).isEqualTo("recursive-get");
    assertThat(own.title()).isEqualTo(own.kind().title());
    assertThat(own.problems(CAPTURES, FILES)).isEmpty();

    DeclaredSignature other =
        signatures.declared(
            "nested", Map.of("kind", "recursive-get", "title", "calls nest", "depth", "a.json#"));
    assertThat(other.id()).isEqualTo("nested");
    assertThat(other.kind()).isInstanceOf(RecursiveGet.class);
    assertThat(other.title()).isEqualTo("calls nest");
    assertThat(other.inputs()).containsOnlyKeys("depth");
  }

  /** Of an answer with all facts of its kind, each with the same value. */
  @ParameterizedTest
  @CsvSource({
    "serialised-lookups, PRESENT, serialised, 8, max-one-name-outstanding",
    "serialised-lookups, ABSENT, concurrent, 8, max-one-name-outstanding",
    "serialised-lookups, ABSENT, concurrent, 1, threads-asking-one-name max-all-names-outstanding",
    "serialised-lookups, ABSENT, not-asked, 8, lookups-asked",
    "serialised-lookups, ABSENT, cached, 8, lookups-on-wire",
    "serialised-lookups, UNKNOWN, cached, 8, ''",
    "provider-lookups, ABSENT, kept, 8, decodes-by-name provider-lookups",
    "provider-lookups, ABSENT, standard-only, 8, decodes-needing-provider provider-lookups",
    "provider-lookups, PRESENT, every-use, 8, provider-lookups",
    "lookup-allocation, ABSENT, no-walk, 8, bytes-allocated",
    "lost-window-scale, PRESENT, scale-lost, 8, syn-ack-scale kernel-scale",
    "lost-window-scale, ABSENT, no-cookie, 8, syn-ack-scale kernel-scale cookies-back",
    "window-scale-on-the-wire, PRESENT, edge-taken-back, 8, mismatch",
    "window-scale-on-the-wire, ABSENT, consistent, 8, ''",
    "recursive-get, PRESENT, recursive, 8, recursive-calls",
    "recursive-get, ABSENT, not-recursive, 8, recursive-calls threads",
    "entropy-reads, PRESENT, dev-random, 8, random-reads",
    "entropy-reads, ABSENT, no-device, 8, random-reads urandom-bytes getrandom-bytes",
    "counted-share, ABSENT, none, 8, part",
  })
  void anAnswerTurnsOnSomeFactsOfItsKind(
      String kind, State state, String code, long value, String ids) {
    List<Fact<?>> facts = new ArrayList<>();
    for (FactSpec spec : signatures.find(kind).orElseThrow().facts()) {
      facts.add(spec.of(value, "a.json", "/x"));
    }

    assertThat(signatures.decidedBy(new Observation(state, code, "", facts)))
        .containsExactlyInAnyOrder(ids.isEmpty() ? new String[0] : ids.split(" "));
  }

  @Test
  void anAnswerOfNoKindOrWithoutFactsTurnsOnNone() {
    Fact<Long> foreign = new FactSpec("foreign", "1", "of no kind").of(1L, "a.json", "/x");
    assertThat(signatures.decidedBy(new Observation(State.PRESENT, "share", "", List.of())))
        .isEmpty();
    assertThat(signatures.decidedBy(new Observation(State.PRESENT, "share", "", List.of(foreign))))
        .isEmpty();
  }

  @Test
  void anUnknownKindIsToldWithThoseThatThereAre() {
    assertThatThrownBy(() -> signatures.declared("recursive-gets", Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "signature 'recursive-gets': no kind 'recursive-gets'; did you mean 'recursive-get'?");
    assertThatThrownBy(() -> signatures.declared("mine", Map.of("kind", "x")))
        .hasMessageContaining(
            "signature 'mine': no kind 'x'; known: awaited-reply, counted-excess, counted-share,");
  }

  @Test
  void inputsGoToTheSignaturesThatHaveThem() {
    DeclaredSignature own = signatures.declared("recursive-get", Map.of("depth", "a.json#/depth"));
    Map<String, String> more = Map.of("depth", "c.json#", "report", "d.json#", "x", "y");
    assertThat(own.with(more).inputs()).containsExactly(Map.entry("depth", "c.json#"));
    assertThat(own.with(more).problems(CAPTURES, FILES)).isEmpty();
    assertThat(own.with(Map.of("depth", "c.json")).problems(CAPTURES, FILES))
        .singleElement()
        .asString()
        .startsWith("signature 'recursive-get': input 'depth' is 'c.json', expected");
  }

  /** A file that no step leaves would be missed only after all trials. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "recursive-get | depth | evidence.json#/x | no file 'evidence.json'; known: a.json, b.json",
        "recursive-get | depth | dns.pcap# | no file 'dns.pcap'",
        "entropy-reads | log | a.jsn | no file 'a.jsn'; did you mean 'a.json'?",
        "window-scale-on-the-wire | capture | dsn.pcap | no capture 'dsn.pcap'; did you mean 'dns.pcap'?",
        "window-scale-on-the-wire | capture | a.json | no capture 'a.json'",
      })
  void anInputIsAFileThatATrialLeaves(String id, String input, String value, String message) {
    Map<String, String> entry = new HashMap<>(Map.of("port", "1", "request", "GET"));
    entry.keySet().retainAll(names(id));
    entry.put(input, value);
    assertThat(signatures.declared(id, entry).problems(CAPTURES, FILES))
        .singleElement()
        .asString()
        .startsWith("signature '" + id + "': input '" + input + "': a trial leaves " + message);
    entry.put(input, input.equals("depth") ? "{which}.json#/x" : "{which}");
    assertThat(signatures.declared(id, entry).problems(CAPTURES, FILES)).isEmpty();
  }

  private Set<String> names(String id) {
    return signatures.find(id).orElseThrow().inputs().stream()
        .map(Input::name)
        .collect(Collectors.toSet());
  }
}
