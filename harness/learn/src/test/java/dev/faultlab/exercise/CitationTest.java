package dev.faultlab.exercise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.Fact;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What somebody cites against the places of facts. */
class CitationTest {

  @ParameterizedTest
  @CsvSource({
    "dns.pcap frame 17,      evidence/case/1/dns.pcap,   frame 17,      true",
    "dns.pcap 17,            evidence/case/1/dns.pcap,   frames 3-20,   true",
    "dns.pcap:17,            evidence/case/1/dns.pcap,   'lines 6, 17', true",
    "dns.pcap frame 21,      evidence/case/1/dns.pcap,   frames 3-20,   false",
    "dns.pcap frame 1,       evidence/case/1/dns.pcap,   frame 17,      false",
    "kafka.pcap frame 17,    evidence/case/1/dns.pcap,   frame 17,      false",
    "ns.pcap frame 17,       evidence/case/1/dns.pcap,   frame 17,      false",
    "kafka.pcap frame 30,    evidence/case/1/kafka.pcap, client 198.18.3.30:46592, false",
    "stats.json /calls/a,    evidence/case/1/stats.json, /calls/a,      true",
    "stats.json#/calls/a,    evidence/case/1/stats.json, /calls/a,      true",
    "stats.json /calls,      evidence/case/1/stats.json, /calls/a,      false",
    "stats.json 0,           evidence/case/1/stats.json, /runs/0,       false",
  })
  void aPlaceIsTheFactsOwn(String typed, String file, String where, boolean same) {
    Fact<Long> fact = new Fact<>("id", "name", "1", 4L, file, where);
    assertThat(Citation.parse(typed).orElseThrow().matches(fact)).isEqualTo(same);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "dns.pcap", "the capture shows it", "frame 17", "dns.pcap frame"})
  void anythingElseIsNoCitation(String typed) {
    assertThat(Citation.parse(typed)).isEmpty();
  }
}
