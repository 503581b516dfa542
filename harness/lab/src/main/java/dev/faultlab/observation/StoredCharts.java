package dev.faultlab.observation;

import com.fasterxml.jackson.databind.ObjectReader;
import dev.faultlab.evidence.EvidenceFiles;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.files.BoundedText;
import dev.faultlab.files.InnerPath;
import dev.faultlab.files.Json;
import dev.faultlab.files.RefusedPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The file {@value EvidenceFiles#CHARTS} beside the captures that it was computed from, so that a
 * report need not read them again.
 *
 * @param schema version of the format
 * @param captures file to the chart data of it
 */
public record StoredCharts(int schema, Map<String, CaptureChart> captures) {
  private static final int SCHEMA = 1;

  private static final ObjectReader READER = Json.STRICT.readerFor(StoredCharts.class);

  static void write(Path folder, Map<String, CaptureChart> captures) throws IOException {
    byte[] text = Json.MAPPER.writeValueAsBytes(new StoredCharts(SCHEMA, captures));
    AtomicFile.write(folder.resolve(EvidenceFiles.CHARTS), text);
  }

  /** The stored charts of a trial, as far as this version can read them. */
  public static Map<String, CaptureChart> in(Path folder) {
    return EvidenceFiles.find(InnerPath.of(folder, EvidenceFiles.CHARTS))
        .flatMap(StoredCharts::read)
        .orElse(Map.of());
  }

  private static Optional<Map<String, CaptureChart>> read(Path file) {
    try {
      StoredCharts read = READER.readValue(BoundedText.bytes(file));
      return Optional.ofNullable(read).filter(r -> r.schema == SCHEMA).map(StoredCharts::captures);
    } catch (IOException | RefusedPath e) {
      // The capture is still there, so it is read again.
      return Optional.empty();
    }
  }
}
