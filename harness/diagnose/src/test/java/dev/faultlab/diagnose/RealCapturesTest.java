package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.End;
import dev.faultlab.capture.packet.CaptureReader;
import dev.faultlab.capture.packet.Captures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What diagnose says about captures of real programs and kernels. */
class RealCapturesTest {

  @Test
  void everyCaptureOfOurOwnHasItsExpectation() {
    List<String> listed = Captures.expected().stream().map(Captures.Expected::capture).toList();
    assertThat(Captures.files()).containsAll(listed);
    assertThat(listed)
        .containsAll(Captures.files().stream().filter(name -> !name.contains("/")).toList());
  }

  static List<Captures.Expected> expected() {
    return Captures.expected();
  }

  @ParameterizedTest
  @MethodSource("expected")
  void findsWhatIsThereAndNothingElse(Captures.Expected expected) throws IOException {
    try (CaptureReader reader = CaptureReader.open(expected.file())) {
      Diagnosis diagnosis = Diagnose.run(reader);
      assertThat(diagnosis.extent().end()).isInstanceOf(End.Complete.class);
      assertThat(diagnosis.judged()).isTrue();
      assertThat(diagnosis.findings())
          .extracting(
              each -> each.id().id() + ":" + each.confidence().name().toLowerCase(Locale.ROOT))
          .containsExactlyInAnyOrderElementsOf(expected.findings());
      diagnosis.findings().forEach(Diagnosing::saysTheSameInValues);
      assertThat(diagnosis.undecided())
          .extracting(each -> each.id().id())
          .containsExactlyInAnyOrderElementsOf(expected.undecided());
    }
  }

  /** A finding rests on no address, port, hop count, date or window of its own. */
  @ParameterizedTest
  @MethodSource("expected")
  void findsTheSameUnderOtherAddressesPortsTimesAndWindows(Captures.Expected expected)
      throws IOException {
    if (expected.capture().startsWith("reports/")) {
      Diagnosis diagnosis = Diagnosing.of(RewrittenCapture.of(expected.file()));
      assertThat(outcomes(diagnosis)).isEqualTo(outcomes(Diagnosing.of(expected.file())));
      assertThat(diagnosis.toString()).doesNotContain("192.0.2.", "198.51.100.");
    }
  }

  private static List<String> outcomes(Diagnosis diagnosis) {
    return Stream.concat(
            diagnosis.findings().stream().map(each -> each.id() + ":" + each.confidence()),
            diagnosis.undecided().stream().map(each -> each.id() + ":undecided"))
        .toList();
  }

  /** What is not said by the id alone, of captures after public reports. */
  @ParameterizedTest
  @CsvSource({
    "r02a-big-clienthello-silently-dropped, A small segment sent behind it was not acknowledged",
    "x02d-everything-after-clienthello-dropped-only-one-size, On 5 connections a smaller segment",
    "r10b-edns-lost-retried-without, 8 queries with EDNS got no answer",
    "r16-icmp-admin-prohibited-on-syn, from 198.51.100.1",
    "x11b-peer-died-after-21s-idle, if several servers share it",
    "x41-ecmp-one-path-dead, 5 new connections were not answered (the first in frame 103)",
    "x41b-backend-dead-equally-idle-ones-work, Another connection to it worked after",
    "x57-all-servers-without-scaling-behind-a-hypervisor-nat, window scaling to 5 servers",
    "x59-dns-answer-from-another-address, answered by 192.0.2.201",
    "x61-eight-processes-with-a-cache-each-started-together, several processes with a cache each"
  })
  void saysTheReason(String name, String message) throws IOException {
    Path file = Captures.FOLDER.resolve("reports").resolve(name + ".pcap.gz");
    try (CaptureReader reader = CaptureReader.open(file)) {
      Diagnosis diagnosis = Diagnose.run(reader);
      assertThat(diagnosis.findings() + " " + diagnosis.undecided() + diagnosis.unseen())
          .contains(message);
    }
  }

  /** Each of these was found something in once: what would tell is not in the capture. */
  @ParameterizedTest
  @CsvSource({
    "slow-server-late-answer-lost.pcap, lost-dns-reply",
    "slow-server-ends-early.pcap, lost-dns-reply",
    "glibc-lost-a-ends-early.pcap, lost-dns-reply",
    "go-lost-reply-ends-early.pcap, lost-dns-reply",
    "processes-answer-lost.pcap, lost-dns-reply",
    "stampede-ends-early.pcap.gz, lookup-per-request",
    "stampede-begins-late.pcap.gz, lookup-per-request"
  })
  void leavesUndecidedWhatADistortedCaptureCannotShow(String name, String id) throws IOException {
    Path file = Captures.FOLDER.resolve("distorted").resolve(name);
    try (CaptureReader reader = CaptureReader.open(file)) {
      Diagnosis diagnosis = Diagnose.run(reader);
      assertThat(diagnosis.findings()).isEmpty();
      assertThat(diagnosis.undecided()).extracting(each -> each.id().id()).contains(id);
    }
  }
}
