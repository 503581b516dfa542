package dev.faultlab.trial;

import dev.faultlab.capture.tcp.WireRequest;
import dev.faultlab.fact.CaptureReading;
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
 * Latencies of requests as seen in a trial's capture: a second source beside the client's own
 * clock, and the only one if the client is not ours.
 */
final class RequestsFile {
  /**
   * Reads the capture in a trial's folder and writes the requested file beside it.
   *
   * @return the whole reading
   */
  static CaptureReading write(Path folder, String capture, CaptureSpec.Requests spec)
      throws IOException {
    List<WireRequest> requests = new ArrayList<>();
    CaptureReading read =
        CaptureReading.read(
            folder.resolve(capture),
            connection -> {
              if (connection.server().port() == spec.port()) {
                WireRequest.of(connection).stream()
                    .filter(request -> request.bytes() >= spec.atLeastBytes())
                    .forEach(requests::add);
              }
            });
    requests.sort(Comparator.comparingLong(WireRequest::firstFrame));
    Histogram micros = new Histogram(3);
    requests.forEach(
        r -> micros.recordValue(TimeUnit.NANOSECONDS.toMicros(r.endNanos() - r.beginNanos())));
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("requests", requests.size());
    // JSON's null: a percentile of no requests does not exist.
    boolean isEmpty = requests.isEmpty();
    summary.put("p50Millis", isEmpty ? null : micros.getValueAtPercentile(50) / 1000.0);
    summary.put("p99Millis", isEmpty ? null : micros.getValueAtPercentile(99) / 1000.0);
    summary.put("maxMillis", isEmpty ? null : micros.getMaxValue() / 1000.0);
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
    AtomicFile.write(InnerPath.of(folder, spec.file()), Json.INDENTED.writeValueAsBytes(summary));
    return read;
  }
}
