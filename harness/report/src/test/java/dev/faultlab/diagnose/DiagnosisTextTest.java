package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.capture.Coverage;
import dev.faultlab.capture.End;
import dev.faultlab.capture.Extent;
import dev.faultlab.capture.ledger.ConnectionLedger;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.diagnose.Diagnosis.Suspicion;
import dev.faultlab.diagnose.Diagnosis.Totals;
import dev.faultlab.diagnose.Finding.Confidence;
import dev.faultlab.files.Json;
import dev.faultlab.lab.NamedCure;
import dev.faultlab.report.diagnosis.DiagnosisJson;
import dev.faultlab.report.diagnosis.DiagnosisText;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A diagnosis in its two forms, whole. */
class DiagnosisTextTest {
  private static final Coverage COVERAGE =
      new Coverage(
          12,
          Map.of(),
          Map.of(),
          Set.of(),
          new Coverage.Gaps(0, 0, 0),
          Optional.empty(),
          OptionalLong.empty());

  private static final Finding FINDING =
      new Finding(
          FindingId.DEAD_RESOLVER,
          Confidence.LIKELY,
          new Finding.Place(
              "10.0.0.1 looking up a.lab",
              "frames 3 to 9",
              List.of(3L, 9L),
              "dns && ip.addr == 10.0.0.1",
              Finding.Parties.of(null, null, null, null)),
          "Seven lookups of a.lab took turns, and each of them took as long as the one before it"
              + " had taken.",
          "Not a slow server.",
          "Let it sleep.",
          LabFault.of("tiny", "tired"));

  private static List<NamedCure> cures(String lab, String signature) {
    assertThat(lab + " " + signature).isEqualTo("tiny tired");
    return Stream.of("coffee", "a-nap").map(id -> new NamedCure(id, "title of " + id, "")).toList();
  }

  private static Diagnosis diagnosis(
      List<Finding> findings, List<Suspicion> undecided, List<String> unseen, End end) {
    return new Diagnosis(
        findings,
        undecided,
        unseen,
        new Totals(2, 7, 1),
        new ConnectionLedger((client, server) -> Optional.empty(), new MemoryBudget()),
        List.of(),
        new Extent(end, COVERAGE),
        end.frames() > 0);
  }

  private static final Diagnosis FULL =
      diagnosis(
          List.of(FINDING),
          List.of(new Suspicion(FindingId.LOST_DNS_REPLY, "It may not listen.")),
          List.of("3 frames with contradictory headers"),
          new End.Complete(12, 1200));

  @Test
  void saysFindingsThenDoubtsThenBlindSpotsInLinesOf100() {
    assertThat(DiagnosisText.of(FULL, "x.pcap", DiagnosisTextTest::cures))
        .isEqualTo(
            """
            x.pcap: 12 frames, 2 TCP connections, 7 DNS lookups of 1 names

            dead-resolver (likely): 10.0.0.1 looking up a.lab
              where: frames 3 to 9
              why: Seven lookups of a.lab took turns, and each of them took as long as the one before it had
                taken.
              not: Not a slow server.
              do: Let it sleep.
              lab: make lab-tiny shows it
              fix: coffee (title of coffee), a-nap; ./faultlab fixes tired, README.md of lab tiny

            inconclusive:
              lost-dns-reply: It may not listen.

            not seen:
              - 3 frames with contradictory headers
            """);
  }

  @Test
  void aLineHoldsAHundredCharacters() {
    String word = "w".repeat(92);
    assertThat(spot(word)).endsWith("\n  - " + word + " x\n");
    assertThat(spot("v" + word)).endsWith("\n  - v" + word + " x\n");
    assertThat(spot("vv" + word)).endsWith("\n  - vv" + word + " x\n");
    assertThat(spot("vvv" + word)).endsWith("\n  - vvv" + word + "\n    x\n");
  }

  private static String spot(String text) {
    Diagnosis one =
        diagnosis(List.of(), List.of(), List.of(text + " x"), new End.Complete(12, 1200));
    return DiagnosisText.of(one, "x.pcap", DiagnosisTextTest::cures);
  }

  @Test
  void silenceIsNoFindingAndNothingToJudgeIsNotSilence() {
    String head = "x.pcap: %d frames, 2 TCP connections, 7 DNS lookups of 1 names\n";
    Diagnosis silent = diagnosis(List.of(), List.of(), List.of(), new End.Complete(1, 99));
    assertThat(DiagnosisText.of(silent, "x.pcap", DiagnosisTextTest::cures))
        .isEqualTo(head.formatted(1) + "no finding\n");
    Diagnosis empty = diagnosis(List.of(), List.of(), List.of(), new End.Complete(0, 24));
    assertThat(DiagnosisText.of(empty, "x.pcap", DiagnosisTextTest::cures))
        .isEqualTo(head.formatted(0) + empty.nothingToJudge() + "\n");
  }

  @Test
  void theSameForPrograms() throws IOException {
    assertThat(json(DiagnosisJson.of(FULL, "x.pcap", DiagnosisTextTest::cures, false)))
        .isEqualTo(
            json(
                """
                {"capture": {"source": "x.pcap", "frames": 12, "connections": 2, "lookups": 7,
                    "names": 1, "end": "complete"},
                 "findings": [{"id": "dead-resolver", "confidence": "likely",
                    "subject": "10.0.0.1 looking up a.lab", "where": "frames 3 to 9",
                    "frames": [3, 9],
                    "filter": "dns && ip.addr == 10.0.0.1",
                    "why": "Seven lookups of a.lab took turns, and each of them took as long as the one before it had taken.",
                    "not": "Not a slow server.", "do": "Let it sleep.", "lab": "tiny",
                    "cures": [{"id": "coffee", "title": "title of coffee"}, {"id": "a-nap", "title": "title of a-nap"}]}],
                 "undecided": [{"id": "lost-dns-reply", "why": "It may not listen."}],
                 "unseen": ["3 frames with contradictory headers"]}
                """));
  }

  private static JsonNode json(String text) throws IOException {
    return Json.MAPPER.readTree(text);
  }
}
