package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.evidence.CaptureStats;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.fact.Observation;
import dev.faultlab.result.RunResult;
import dev.faultlab.run.FakeEngine;
import dev.faultlab.stack.Execution;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Obstacle;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What unreadable evidence, a bad capture and a calibration cost a run, and what they do not. */
class EvidenceOfARunTest extends TinyLabTest {
  private static final Path OTHERS = Path.of("../samples/captures/dns-java/dnsjava-17/dns.pcap.gz");

  private static final Path STORED = Path.of("../samples/captures/tcp-cookie-fixed-kernel.pcap");

  @Test
  void aSignatureThatThrowsLosesThatObservationOnly() throws IOException {
    AtomicInteger trial = new AtomicInteger();
    lab.engine()
        .answer(
            "program trace",
            command ->
                lab.traced(
                    command.get(2).equals("keeps") ? 8 : 0,
                    trial.incrementAndGet() == 1 ? "99999999999999999999" : "8"));
    RunResult result = lab.ends(2);
    assertThat(observations(result, "evidence-unreadable"))
        .singleElement()
        .satisfies(o -> assertThat(o.reason()).contains("99999999999999999999"));
    assertThat(result.obstacles()).isEmpty();
    assertThat(asExpected(result)).isEqualTo(7);
  }

  private static List<Observation> observations(RunResult result, String code) {
    return result.outcomes().stream()
        .flatMap(o -> o.observations().stream())
        .filter(o -> o.code().equals(code))
        .toList();
  }

  private static long asExpected(RunResult result) {
    return result.outcomes().stream().filter(o -> o.judgement() == Judgement.AS_EXPECTED).count();
  }

  @Test
  void aMetricThatCannotBeReadCostsThatSampleOnly() throws IOException {
    lab.counts(1, FakeEngine.output("{\"expired\": 20, \"kept\": 20}"));
    RunResult result = lab.ends(2);
    assertThat(only(result).kind()).isEqualTo(Obstacle.Kind.READING);
    assertThat(only(result).message()).contains("rate of evidence/keeps@release=1/1");
    assertThat(result.measurements().stream().map(m -> m.samples().size()))
        .containsExactly(1, 2, 2, 2);
    assertThat(result.outcomes())
        .allSatisfy(o -> assertThat(o.judgement()).isEqualTo(Judgement.AS_EXPECTED));
  }

  @Test
  void aCaptureIsKeptWithItsCounts() throws IOException {
    lab.capture();
    RunResult result = lab.ends(0);
    assertThat(result.trials())
        .allSatisfy(
            t -> assertThat(t.capture()).contains(new CaptureStats("dns.pcap", 14, 14, 0, true)));
    assertThat(lab.folder().resolve(result.trials().get(0).folder()).resolve("dns.pcap")).exists();
    assertThat(result.calibrations())
        .hasSize(2)
        .allSatisfy(c -> assertThat(c.within()).isTrue())
        .allSatisfy(c -> assertThat(c.measured()).isBetween(5000.0, 5010.0))
        .allSatisfy(c -> assertThat(c.samples()).isEqualTo(2));
  }

  @Test
  void aCaptureThatCannotBeStoppedIsKeptAsItIs() throws IOException {
    lab.capture();
    AtomicInteger capture = new AtomicInteger();
    // The first two are those of the calibrations.
    lab.engine()
        .answer(
            "stop.sh",
            command ->
                capture.incrementAndGet() == 3
                    ? new Execution(1, new byte[0], "no such process")
                    : TinyLab.stopped(0));
    assertThat(lab.run()).isEqualTo(2);
    TrialRecord first = lab.result().trials().get(0);
    assertThat(first.failure()).get().asString().contains("stop.sh").contains("no such process");
    assertThat(first.capture()).isEmpty();
    assertThat(lab.folder().resolve(first.folder()).resolve("dns.pcap")).isNotEmptyFile();
  }

  @Test
  void aCaptureThatDroppedPacketsDecidesNothing() throws IOException {
    lab.capture();
    AtomicInteger capture = new AtomicInteger();
    // The first two are those of the calibrations.
    lab.engine().answer("stop.sh", c -> TinyLab.stopped(capture.incrementAndGet() == 3 ? 7 : 0));
    RunResult result = lab.ends(2);
    assertThat(result.trials().get(0).capture().orElseThrow().dropped()).isEqualTo(7);
    assertThat(observations(result, "capture-flawed"))
        .hasSize(2)
        .allSatisfy(o -> assertThat(o.reason()).contains("dropped 7 packets"));
    assertThat(asExpected(result)).isEqualTo(6);
  }

  @Test
  void aCalibrationOutOfToleranceMakesTheRunInconclusive() throws IOException {
    lab.capture();
    RunResult result = lab.ends(2, "--delay-ms", "1000");
    assertThat(result.calibrations()).hasSize(2).noneMatch(c -> c.within());
    assertThat(result.obstacles())
        .hasSize(2)
        .allSatisfy(o -> assertThat(o.kind()).isEqualTo(Obstacle.Kind.CALIBRATION))
        .allSatisfy(o -> assertThat(o.message()).contains("1000.00 set").contains("25 % off"));
    assertThat(result.trials()).hasSize(8);
  }

  @Test
  void aCalibrationThatCannotBeMeasuredMakesTheRunInconclusive() throws IOException {
    lab.capture();
    lab.engine().file("dns.pcap", Files.readAllBytes(OTHERS));
    notMeasured(lab.ends(2), "no answered query for two.lab");
  }

  @Test
  void aCalibrationWhoseCaptureCannotBeReadIsNotMeasured() throws IOException {
    lab.capture();
    lab.engine().file("dns.pcap", "no capture".getBytes(StandardCharsets.UTF_8));
    notMeasured(lab.ends(2), "dns.pcap");
  }

  @Test
  void requestsThatCannotBeReadOutOfACaptureCostTheirTrialOnly() throws IOException {
    lab.capture();
    String requests = "file: dns.pcap, requests: {port: 9092, at-least: 1, file: wire.json}}";
    lab.declare(text -> text.replace("file: dns.pcap}", requests));
    AtomicInteger capture = new AtomicInteger();
    byte[] sound = Files.readAllBytes(STORED);
    lab.engine()
        .on(
            "stop.sh",
            () ->
                lab.engine()
                    .file("dns.pcap", capture.incrementAndGet() == 3 ? backwards(sound) : sound));
    RunResult result = lab.ends(2);
    assertThat(result.trials()).hasSize(8);
    assertThat(result.trials().get(0).failure())
        .get()
        .asString()
        .contains("dns.pcap: its requests cannot be read");
    assertThat(result.trials().stream().skip(1)).allSatisfy(t -> assertThat(t.failure()).isEmpty());
  }

  /** The same packets under a clock that runs backwards: an answer comes before its request. */
  private static byte[] backwards(byte[] pcap) {
    ByteBuffer buffer = ByteBuffer.wrap(pcap.clone()).order(ByteOrder.LITTLE_ENDIAN);
    int second = buffer.getInt(24) + 1000;
    for (int at = 24; at < pcap.length; at += 16 + buffer.getInt(at + 8)) {
      buffer.putInt(at, second--);
    }
    return buffer.array();
  }

  private static void notMeasured(RunResult result, String why) {
    assertThat(result.calibrations()).isEmpty();
    assertThat(result.obstacles())
        .hasSize(2)
        .allSatisfy(o -> assertThat(o.kind()).isEqualTo(Obstacle.Kind.CALIBRATION))
        .allSatisfy(o -> assertThat(o.message()).contains("cannot be measured").contains(why));
    assertThat(result.trials()).hasSize(8);
  }

  private static Obstacle only(RunResult result) {
    assertThat(result.obstacles()).hasSize(1);
    return result.obstacles().get(0);
  }
}
