package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.Fact;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.SampleTrial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What signatures say that they read is what they read, on all evidence that is committed. */
class DeclaredFactsTest {
  private static final Path CAPTURES = Path.of("../samples/captures");
  private static final String KEBAB = "[a-z][a-z0-9]*(-[a-z0-9]+)*";

  private final Signatures signatures = new Signatures();

  /** Kinds whose evidence is a report of counters, which needs no capture to be committed. */
  @TempDir private Path counters;

  @Test
  void everyFactIsDeclaredAndEveryDeclarationIsMet() throws IOException {
    Map<String, List<Observation>> seen = observations();
    for (Signature signature : signatures.all()) {
      String kind = signature.kind();
      Map<String, FactSpec> declared =
          signature.facts().stream().collect(Collectors.toMap(FactSpec::id, spec -> spec));
      TreeSet<String> met = new TreeSet<>();
      assertThat(seen).as("evidence").containsKey(kind);
      for (Observation observation : seen.get(kind)) {
        assertThat(observation.facts()).extracting(Fact::id).as(kind).doesNotHaveDuplicates();
        for (Fact<?> fact : observation.facts()) {
          assertThat(declared).as(kind).containsKey(fact.id());
          assertThat(fact.unit()).as(fact.id()).isEqualTo(declared.get(fact.id()).unit());
          assertThat(fact.value() instanceof Number)
              .as(fact.id() + " is a number")
              .isEqualTo(!fact.unit().equals(FactSpec.TEXT));
          assertThat(fact.name()).isNotBlank();
          met.add(fact.id());
        }
      }
      assertThat(met).as(kind).isEqualTo(new TreeSet<>(declared.keySet()));
    }
  }

  @Test
  void idsAreKebabCaseAndSaidToBeSomething() {
    for (Signature signature : signatures.all()) {
      assertThat(signature.facts()).as(signature.kind()).isNotEmpty();
      for (FactSpec spec : signature.facts()) {
        assertThat(spec.id()).matches(KEBAB);
        assertThat(spec.unit()).isNotBlank();
        assertThat(spec.meaning()).isNotBlank();
      }
    }
  }

  private Map<String, List<Observation>> observations() throws IOException {
    Map<String, List<Observation>> seen = new HashMap<>();
    for (Path trial : trials("dns-java")) {
      add(
          seen,
          "serialised-lookups",
          CommittedTrial.named(trial.getFileName().toString()).observe());
    }
    for (Path trial : trials("dns-go")) {
      String file = Files.exists(trial.resolve("burst.json")) ? "burst" : "requests";
      Map<String, String> inputs =
          file.equals("burst")
              ? Map.of("asked", "burst.json#/asked", "asking", "burst.json#/mostAtOnce")
              : Map.of(
                  "asked", "requests.json#/requests",
                  "asking", "requests.json#/atOnce",
                  "connections", "requests.json#/connections");
      observe(
          seen,
          "repeated-lookups",
          trial,
          with(inputs, "capture", "dns.pcap.gz", "host", "backend.lab"));
    }
    for (Path trial : trials("syncookie")) {
      Map<String, String> inputs = Map.of("capture", "kafka.pcap", "port", "9092");
      observe(seen, "window-scale-on-the-wire", trial, inputs);
      observe(
          seen,
          "lost-window-scale",
          trial,
          with(
              inputs,
              "sockets",
              "sockets.txt",
              "probe",
              "probe.json",
              "counters",
              "counters.json"));
    }
    Path random = CAPTURES.resolve("random");
    observe(
        seen,
        "entropy-reads",
        random,
        Map.of("log", "strong.log", "request", "GET /codes/strong "));
    observe(
        seen,
        "awaited-reply",
        random,
        Map.of("report", "mailed-strong.json#", "server", "the mail server"));
    observe(seen, "held-up", random, Map.of("report", "stalled-println.json#", "lock", "its lock"));
    observe(seen, "foretold-codes", random, Map.of("report", "foretold-shared-random.json#"));
    Files.writeString(
        counters.resolve("a.json"),
        "{\"n\": 100, \"depth\": {\"applicable\": true, \"calls\": 100, \"recursiveCalls\": 1,"
            + " \"threads\": 2, \"maxInside\": 2}}");
    observe(seen, "recursive-get", counters, Map.of("depth", "a.json#/depth"));
    for (Signature kind : signatures.all()) {
      if (!seen.containsKey(kind.kind())) {
        Map<String, String> inputs =
            kind.inputs().stream()
                .filter(Input::required)
                .collect(
                    Collectors.toMap(
                        Input::name,
                        input -> input.kind() == Input.Kind.POINTER ? "a.json#/n" : "things"));
        observe(seen, kind.kind(), counters, inputs);
      }
    }
    return seen;
  }

  private static List<Path> trials(String lab) throws IOException {
    try (Stream<Path> folders = Files.list(CAPTURES.resolve(lab))) {
      return folders.filter(Files::isDirectory).toList();
    }
  }

  private static Map<String, String> with(Map<String, String> inputs, String... more) {
    Map<String, String> all = new HashMap<>(inputs);
    for (int i = 0; i < more.length; i += 2) {
      all.put(more[i], more[i + 1]);
    }
    return all;
  }

  private void observe(
      Map<String, List<Observation>> seen, String kind, Path folder, Map<String, String> inputs) {
    DeclaredSignature declared = signatures.declared(kind, inputs);
    add(seen, kind, new Observer().observe(declared, SampleTrial.in(folder)));
  }

  private static void add(Map<String, List<Observation>> seen, String kind, Observation found) {
    assertThat(found.code()).as(kind + ": " + found.reason()).isNotEqualTo("fact-missing");
    seen.computeIfAbsent(kind, k -> new ArrayList<>()).add(found);
  }
}
