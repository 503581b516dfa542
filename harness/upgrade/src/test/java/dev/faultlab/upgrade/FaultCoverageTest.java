package dev.faultlab.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.compare.Change;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a green answer says about faults that were not asked about. */
class FaultCoverageTest {
  private static final List<KnownFault> KNOWN =
      List.of(
          new KnownFault("a", "one", "One"),
          new KnownFault("a", "two", "Two"),
          new KnownFault("b", "three", "Three"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a:one:STILL_ABSENT | false | The one known fault that this run looked for did not appear; not asked: a (two), b (three).",
        "a:one:GONE a:two:STILL_THERE b:three:STILL_ABSENT | false | None of the 3 known faults that this run looked for appeared; all that are known of these components were asked about.",
        "a:one:NOT_APPLICABLE a:two:STILL_ABSENT b:three:NOT_APPLICABLE | false | The one known fault that this run looked for did not appear; not asked: a (one), b (three).",
        "a:one:APPEARED a:two:GONE | true | Beyond what is accepted, none of the 2 known faults that this run looked for appeared; not asked: b (three).",
      })
  void whatWasLookedForCountsAndTheRestIsNamed(String rows, boolean accepted, String sentence) {
    assertThat(coverage(rows).sentence(accepted)).isEqualTo(" " + sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a:one:APPEARED a:two:STILL_ABSENT | ' Not asked: b (three).'",
        "a:one:CANNOT_TELL a:two:NOT_APPLICABLE | ' Not asked: a (two), b (three).'",
        "a:one:APPEARED a:two:GONE b:three:STILL_THERE | ''",
      })
  void anyOtherAnswerNamesTheRestToo(String rows, String sentence) {
    assertThat(coverage(rows).rest()).isEqualTo(sentence);
  }

  private static FaultCoverage coverage(String rows) {
    LabComparison lab =
        new LabComparison(
            "lab",
            Optional.of("run"),
            Optional.empty(),
            Stream.of(rows.split(" ")).map(FaultCoverageTest::row).toList(),
            List.of(),
            List.of(),
            List.of(),
            Map.of());
    return FaultCoverage.of(KNOWN, List.of(lab), 0);
  }

  private static SignatureRow row(String text) {
    String[] parts = text.split(":");
    CandidateChange now =
        new CandidateChange(Optional.empty(), Change.valueOf(parts[2]), "because");
    return new SignatureRow(parts[0], "v", "V", Map.of(), parts[1], Optional.empty(), List.of(now));
  }
}
