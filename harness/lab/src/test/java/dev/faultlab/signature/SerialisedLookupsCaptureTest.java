package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.Fact;
import dev.faultlab.fact.Observation;
import dev.faultlab.seen.State;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * On captures that the lab's own stack has made, each with what the program under test counted in
 * the same trial; how, is in the README beside them. The numbers were checked once against tshark:
 * there is a section on that, too.
 */
class SerialisedLookupsCaptureTest {

  /**
   * Asking: threads inside the resolver at once, as the program counted. Then lookups, the most of
   * one name and the most of all names outstanding, as they lie on the wire, with the frame where
   * each maximum is first reached.
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      useHeadersInDisplayName = true,
      textBlock =
          """
          capture, state, code, asking, lookups, ofOneName, frame, ofAllNames, frameOfAll
          shared-name-17, PRESENT, serialised, 16, 96, 1, 3, 1, 3
          shared-name-25, PRESENT, serialised, 16, 96, 1, 3, 1, 3
          jep418-25, PRESENT, serialised, 16, 96, 1, 3, 1, 3
          a-and-aaaa-17, PRESENT, serialised, 8, 81, 1, 3, 1, 3
          search-list-17, PRESENT, serialised, 8, 81, 1, 3, 1, 3
          a-and-aaaa-search-list-17, PRESENT, serialised, 8, 81, 1, 3, 1, 3
          lost-reply-17, PRESENT, serialised, 8, 241, 1, 3, 1, 3
          lost-reply-25, PRESENT, serialised, 8, 241, 1, 3, 1, 3
          unanswered-17, PRESENT, serialised, 8, 240, 1, 3, 1, 3
          name-per-thread-17, ABSENT, concurrent, 16, 96, 1, 17, 16, 18
          search-list-per-thread-17, ABSENT, concurrent, 8, 81, 1, 31, 8, 34
          netty-17, ABSENT, concurrent, 16, 96, 16, 18, 16, 18
          lost-reply-netty-17, ABSENT, concurrent, 8, 239, 8, 11, 8, 11
          dnsjava-17, ABSENT, concurrent, 16, 96, 16, 213, 16, 213
          processes-17, ABSENT, concurrent, 8, 168, 4, 70, 4, 70
          ttl-30-17, ABSENT, cached, 1, 1, 1, 3, 1, 3
          keep-alive-17, ABSENT, not-asked, 14, 16, 1, 3, 1, 3
          """)
  void tells(
      String capture,
      State state,
      String code,
      long asking,
      long lookups,
      long ofOneName,
      String frame,
      long ofAllNames,
      String frameOfAll)
      throws IOException {
    Observation seen = CommittedTrial.named(capture).observe(Optional.empty());
    assertThat(seen.state()).as(seen.reason()).isEqualTo(state);
    assertThat(seen.code()).isEqualTo(code);
    assertThat(fact(seen, "threads asking at once").value()).isEqualTo(asking);
    assertThat(fact(seen, "lookups on the wire").value()).isEqualTo(lookups);
    assertAt(fact(seen, "most lookups of one name outstanding"), ofOneName, frame);
    assertAt(fact(seen, "most lookups of all names outstanding"), ofAllNames, frameOfAll);
  }

  private static void assertAt(Fact<?> fact, long value, String frame) {
    assertThat(fact.value()).isEqualTo(value);
    assertThat(fact.where()).isEqualTo("frame " + frame);
    assertThat(fact.file()).endsWith("/dns.pcap.gz");
  }

  private static Fact<?> fact(Observation seen, String name) {
    return seen.facts().stream().filter(f -> f.name().equals(name)).findFirst().orElseThrow();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"lost-reply-17, 2", "lost-reply-25, 2", "unanswered-17, 0", "shared-name-17, 0"})
  void saysWhatWasSentAgain(String capture, int times) throws IOException {
    String reason = CommittedTrial.named(capture).observe(Optional.empty()).reason();
    assertThat(reason)
        .contains("never more than 1 outstanding")
        .matches(times == 0 ? ".* outstanding" : ".*, " + times + " queries sent again");
  }
}
