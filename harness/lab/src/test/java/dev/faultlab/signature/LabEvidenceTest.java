package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.Observation;
import dev.faultlab.fact.SampleTrial;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.seen.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Signatures on evidence that their labs have made, read by the addresses of lab.yaml. */
class LabEvidenceTest {
  private static final Path CAPTURES = Path.of("../samples/captures");

  /** Values: of the facts, in their order. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        // lab, signature, variant whose folder it is, inputs, placeholder; state, code, values
        "random | stdout-lock | - | report=stalled-println.json# | - | PRESENT | queued | 32 0 1 31 32",
        "random | stdout-lock | - | report=stalled-silent.json# | - | ABSENT | served | 32 32 0 0 32",
        "random | entropy-lock | - | report=starved-strong.json# | - | PRESENT | queued | 32 0 1 31 32",
        "random | mail-wait | - | report=mailed-strong.json# | - | PRESENT | each-waits | 32 0 32 0 32",
        "random | mail-wait | - | report=mailed-later.json# | - | ABSENT | served | 32 32 4 0 32",
        "random | foretold-codes | - | report=foretold-shared-random.json# | - | PRESENT | foretold | 18 5 5",
        "random | foretold-codes | - | report=foretold-shared-secure-random.json# | - | ABSENT | no-state | 18 0 0",
        "random | stdout-lock | - | report=foretold-shared-random.json# | - | UNKNOWN | fact-missing | ''",
        // JDK 17, 10 requests each
        "random | entropy-reads | - | log=strong.log | generator=strong | PRESENT | dev-random | 10 10 2560 0 0",
        "random | entropy-reads | - | log=shared-secure-random.log | generator=shared-secure-random | ABSENT | dev-urandom | 10 0 0 2560 0",
        "random | entropy-reads | - | log=thread-local-random.log | generator=thread-local-random | ABSENT | no-device | 10 0 0 0 0",
        "random | entropy-reads | - | log=thread-local-random.log | generator=x | UNKNOWN | too-few | 0 0 0 0 0",
        // Go 1.26.8, netdns=go
        "dns-go | stampede | fixed-ttl-over-lookuphost | capture=dns.pcap.gz | host=backend.lab | PRESENT | together | 193 64 193 64 64",
        "dns-go | stampede | fixed-ttl-over-lookupip | capture=dns.pcap.gz | host=backend.lab | ABSENT | merged | 193 64 4 1 1",
        "dns-go | stampede | zero-time-over-lookuphost | capture=dns.pcap.gz | host=backend.lab | ABSENT | merged | 193 64 7 1 1",
        "dns-go | stampede | fixed-ttl-over-lookuphost | capture=dns.pcap.gz | host=elsewhere.lab | UNKNOWN | none-seen | 193 64 0 0 0",
        "dns-go | lookup-per-request | keep-alive-off | capture=dns.pcap.gz | host=backend.lab | PRESENT | each | -",
        "dns-go | lookup-per-request | keep-alive-on | capture=dns.pcap.gz | host=backend.lab | ABSENT | connection-kept | -",
        "dns-go | lookup-per-request | keep-alive-off-cached | capture=dns.pcap.gz | host=backend.lab | ABSENT | cached | -",
      })
  void decides(
      String name,
      String id,
      String variant,
      String input,
      String placeholder,
      State state,
      String code,
      String values) {
    Lab lab = new LabReader(List.of(Path.of("../../labs"))).read(name);
    Path run = CAPTURES.resolve(name);
    DeclaredSignature declared = new Signatures().declared(id, lab.signatures().get(id));
    if (variant != null) {
      String procedure = lab.variant(variant).orElseThrow().trial().procedure();
      declared = declared.with(lab.procedures().get(procedure).inputs());
    }

    Path folder = variant == null ? run : run.resolve(variant);
    Observation seen =
        CommittedTrial.withDeclaredFacts(
            declared.kind(),
            declared.with(pair(input)).observe(SampleTrial.in(run, folder, pair(placeholder))));

    assertThat(seen.state()).as(seen.reason()).isEqualTo(state);
    assertThat(seen.code()).isEqualTo(code);
    assertThat(seen.facts()).allMatch(fact -> Files.exists(run.resolve(fact.file())));
    if (values != null) {
      assertThat(seen.facts().stream().map(f -> f.value().toString()))
          .isEqualTo(values.isEmpty() ? List.of() : List.of(values.split(" ")));
    }
  }

  private static Map<String, String> pair(String text) {
    return Stream.ofNullable(text)
        .map(one -> one.split("="))
        .collect(Collectors.toMap(sides -> sides[0], sides -> sides[1]));
  }
}
