package dev.faultlab.trial;

import dev.faultlab.capture.CaptureReader;
import dev.faultlab.capture.CaptureScan;
import dev.faultlab.capture.MemoryBudget;
import dev.faultlab.capture.tcp.TcpEvents;
import dev.faultlab.capture.tcp.TcpTracker;
import dev.faultlab.capture.tcp.WireRequest;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.files.InnerPath;
import dev.faultlab.files.Json;
import dev.faultlab.lab.CaptureSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Latencies of requests as a trial's capture shows them: a second witness beside the client's own
 * clock, and the only one where the client is somebody else's.
 */
final class RequestsFile {
  private RequestsFile() {}

  /** Reads the capture in a trial's folder and writes the file that the lab asks for beside it. */
  static void write(Path folder, String capture, CaptureSpec.Requests wanted) throws IOException {
    List<WireRequest> requests = new ArrayList<>();
    MemoryBudget budget = new MemoryBudget();
    // A connection at a time: a storm's capture has thousands, with all their segments.
    TcpTracker tracker =
        new TcpTracker(
            connection -> {
              if (connection.server().port() == wanted.port()) {
                WireRequest.of(connection).stream()
                    .filter(request -> request.bytes() >= wanted.atLeastBytes())
                    .forEach(requests::add);
              }
            },
            true,
            TcpEvents.NONE,
            budget);
    try (CaptureReader reader = CaptureReader.open(folder.resolve(capture))) {
      CaptureScan.run(reader, List.of(tracker), budget);
      budget.requireWhole(folder.resolve(capture));
    }
    requests.sort(Comparator.comparingLong(WireRequest::firstFrame));
    Histogram micros = new Histogram(3);
    requests.forEach(
        r -> micros.recordValue(TimeUnit.NANOSECONDS.toMicros(r.endNanos() - r.beginNanos())));
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("requests", requests.size());
    // JSON's null: a percentile of no requests does not exist.
    boolean none = requests.isEmpty();
    summary.put("p50Millis", none ? null : micros.getValueAtPercentile(50) / 1000.0);
    summary.put("p99Millis", none ? null : micros.getValueAtPercentile(99) / 1000.0);
    summary.put("maxMillis", none ? null : micros.getMaxValue() / 1000.0);
    summary.put(
        "each",
        requests.stream()
            .map(
                r ->
                    Map.of(
                        "frame", r.firstFrame(),
                        "answerFrame", r.answerFrame(),
                        "bytes", r.bytes(),
                        "millis", r.millis()))
            .toList());
    AtomicFile.write(InnerPath.of(folder, wanted.file()), Json.INDENTED.writeValueAsBytes(summary));
  }
}
