package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.evidence.EvidenceFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Progress lines, the provisional verdict, the analysis and the report of a run, and a rejudgement
 * with its report, all work with one reading of each capture. Java itself counts the bytes.
 */
class CapturesReadOnceTest {
  private static final int TRIALS = 8;

  @TempDir private Path root;
  private TinyLab lab;

  @BeforeEach
  void lab() throws IOException {
    lab = new TinyLab(root);
    lab.capture();
    lab.declare(
        text ->
            text.replace(
                    "signatures:\n",
                    """
                    signatures:
                      repeated: {kind: repeated-lookups, capture: dns.pcap, host: two.lab, asked: counts.json#/expired, asking: counts.json#/expired}
                      serial: {kind: repeated-lookups, capture: dns.pcap, host: one.lab, asked: counts.json#/expired, asking: counts.json#/expired}
                    """)
                .replace("{never-evicts: ", "{repeated: absent, serial: absent, never-evicts: "));
  }

  @Test
  void inARunWithItsReport() throws IOException {
    Map<Path, Double> readings = readings(() -> lab.run());
    assertThat(lab.folder().resolve("report.html")).content().contains("canvas");
    assertThat(readings).hasSize(TRIALS);
    assertThat(readings.values()).containsOnly(1.0);
  }

  @Test
  void inARejudgementWithItsReport() throws IOException {
    lab.run();
    Files.delete(lab.folder().resolve("report.html"));
    Map<Path, Double> readings =
        readings(
            () ->
                lab.faultlab(List.of("results", "rejudge", lab.folder().getFileName().toString())));
    assertThat(lab.folder().resolve("report.html")).content().contains("canvas");
    assertThat(readings).hasSize(TRIALS);
    assertThat(readings.values()).containsOnly(1.0);
  }

  @Test
  void inAReportOfARunThatHasNoObservations() throws IOException {
    lab.run();
    try (Stream<Path> files = Files.walk(lab.folder())) {
      for (Path file : files.filter(f -> f.endsWith(EvidenceFiles.OBSERVATIONS)).toList()) {
        Files.delete(file);
      }
    }
    Map<Path, Double> readings =
        readings(
            () ->
                lab.faultlab(List.of("results", "render", lab.folder().getFileName().toString())));
    assertThat(lab.folder().resolve("report.html")).content().contains("canvas");
    assertThat(readings).hasSize(TRIALS / 2);
    assertThat(readings.values()).containsOnly(1.0);
  }

  private interface Step {
    void carryOut() throws IOException;
  }

  /** Capture of a trial to how often its bytes were read. */
  private Map<Path, Double> readings(Step step) throws IOException {
    Path recorded = root.resolve("reads.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.FileRead").withThreshold(Duration.ZERO).withoutStackTrace();
      recording.start();
      step.carryOut();
      recording.stop();
      recording.dump(recorded);
    }
    Map<Path, Long> bytes =
        RecordingFile.readAllEvents(recorded).stream()
            .filter(event -> ofATrial(path(event)))
            .collect(
                Collectors.groupingBy(
                    CapturesReadOnceTest::path,
                    TreeMap::new,
                    Collectors.summingLong(event -> Math.max(0, event.getLong("bytesRead")))));
    Map<Path, Double> readings = new TreeMap<>();
    for (Map.Entry<Path, Long> read : bytes.entrySet()) {
      readings.put(read.getKey(), read.getValue() / (double) Files.size(read.getKey()));
    }
    return readings;
  }

  private boolean ofATrial(Path file) {
    return file.startsWith(root)
        && EvidenceFiles.isCapture(file)
        && !file.toString().contains("calibration");
  }

  private static Path path(RecordedEvent event) {
    return Path.of(Objects.requireNonNullElse(event.getString("path"), ""));
  }
}
