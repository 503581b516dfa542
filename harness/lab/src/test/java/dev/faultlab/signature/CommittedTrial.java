package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.evidence.CaptureStats;
import dev.faultlab.fact.Fact;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.Observation;
import dev.faultlab.fact.SampleTrial;
import dev.faultlab.files.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A trial of lab dns-java whose evidence is committed; the addresses of the counters are those of
 * lab.yaml.
 *
 * @param run folder that reports name files relative to
 * @param folder of the evidence
 * @param capture name of its capture file
 */
record CommittedTrial(Path run, Path folder, String capture) {
  static final Path FOLDER = Path.of("../samples/captures/dns-java");

  static CommittedTrial named(String name) {
    return new CommittedTrial(FOLDER, FOLDER.resolve(name), "dns.pcap.gz");
  }

  /** What signature serialised-lookups says of it, asked as the harness asks. */
  Observation observe(Optional<CaptureStats> stats) throws IOException {
    DeclaredSignature declared = new Signatures().declared("serialised-lookups", inputs());
    return withDeclaredFacts(
        declared.kind(), declared.observe(SampleTrial.in(run, folder, Map.of(), stats)));
  }

  /** Whether a signature reads what it declares: each fact once, in its unit. */
  static Observation withDeclaredFacts(Signature kind, Observation seen) {
    Map<String, String> units =
        kind.facts().stream().collect(Collectors.toMap(FactSpec::id, FactSpec::unit));
    assertThat(seen.facts()).extracting(Fact::id).as(kind.kind()).doesNotHaveDuplicates();
    assertThat(seen.facts())
        .allSatisfy(
            fact -> {
              assertThat(units).containsEntry(fact.id(), fact.unit());
              assertThat(fact.value() instanceof Number)
                  .isEqualTo(!fact.unit().equals(FactSpec.TEXT));
              assertThat(fact.name()).isNotBlank();
            });
    return seen;
  }

  private Map<String, String> inputs() throws IOException {
    Map<String, String> inputs = new HashMap<>(Map.of("capture", capture));
    Path bare = folder.resolve("bare.json");
    if (Files.exists(bare)) {
      inputs.put("host", Json.MAPPER.readTree(bare.toFile()).get("host").asText());
      inputs.put("calls", "bare.json#/runs/0/lookups");
      inputs.put("asked", "bare.json#/runs/0/lookups");
      inputs.put("failed", "bare.json#/runs/0/errors");
      inputs.put("asking", "bare.json#/runs/0/maxConcurrentCallers");
      inputs.put("asking-one-name", "bare.json#/runs/0/maxConcurrentCallersOfOneName");
    } else {
      String name = folder.getFileName().toString();
      String lookups = "stats.json#/lookups/" + resolver(name);
      inputs.put("host", "backend.delay.lab");
      inputs.put("calls", "stats.json#/calls/finished");
      inputs.put("asked", lookups + "/started");
      inputs.put("failed", lookups + "/failed");
      inputs.put("asking", lookups + "/maxConcurrentCallers");
      inputs.put("asking-one-name", lookups + "/maxConcurrentCallersOfOneName");
    }
    return inputs;
  }

  private static String resolver(String name) {
    return name.startsWith("netty") || name.startsWith("dnsjava")
        ? name.substring(0, name.indexOf('-'))
        : "inetaddress";
  }
}
