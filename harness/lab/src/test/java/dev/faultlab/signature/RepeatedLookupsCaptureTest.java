package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.SampleTrial;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * On evidence that lab dns-go has made (Go 1.26.8, netdns=go), read by the addresses of its
 * lab.yaml.
 */
class RepeatedLookupsCaptureTest {
  private static final Path EVIDENCE = Path.of("../samples/captures/dns-go");

  @ParameterizedTest
  @CsvSource({
    "fixed-ttl-over-lookuphost, stampede, PRESENT, together, 193, 193, 64",
    "fixed-ttl-over-lookupip, stampede, ABSENT, merged, 193, 4, 1",
    "zero-time-over-lookuphost, stampede, ABSENT, merged, 193, 7, 1",
  })
  void tellsWhoAsksTogether(
      String variant,
      String signature,
      State state,
      String code,
      long asked,
      long lookups,
      long together) {
    Observation seen = observe(variant, signature, "backend.lab");
    assertThat(seen.state()).isEqualTo(state);
    assertThat(seen.code()).isEqualTo(code);
    assertThat(seen.facts().get(0).value()).isEqualTo(asked);
    assertThat(seen.facts().get(2).value()).isEqualTo(lookups);
    assertThat(seen.facts().get(3).value()).isEqualTo(together);
  }

  @ParameterizedTest
  @CsvSource({
    "keep-alive-off, PRESENT, each",
    "keep-alive-on, ABSENT, connection-kept",
    "keep-alive-off-cached, ABSENT, cached",
  })
  void tellsWhichRequestsLookUp(String variant, State state, String code) {
    Observation seen = observe(variant, "lookup-per-request", "backend.lab");
    assertThat(seen.state()).isEqualTo(state);
    assertThat(seen.code()).isEqualTo(code);
  }

  @Test
  void unknownWhenTheNameIsNotInTheCapture() {
    Observation seen = observe("fixed-ttl-over-lookuphost", "stampede", "elsewhere.lab");
    assertThat(seen.state()).isEqualTo(State.UNKNOWN);
    assertThat(seen.code()).isEqualTo("none-seen");
  }

  private static Observation observe(String variant, String id, String host) {
    Lab lab = new LabReader(List.of(Path.of("../../labs"))).read("dns-go");
    String procedure = lab.variant(variant).orElseThrow().trial().procedure();
    DeclaredSignature declared =
        new Signatures()
            .declared(id, lab.signatures().get(id))
            .with(lab.procedures().get(procedure).inputs())
            .with(Map.of("capture", "dns.pcap.gz"));
    return new Observer()
        .observe(
            declared, SampleTrial.in(EVIDENCE, EVIDENCE.resolve(variant), Map.of("host", host)));
  }
}
