package dev.faultlab.observation;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.faultlab.evidence.EvidenceFiles;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.files.BoundedText;
import dev.faultlab.files.InnerPath;
import dev.faultlab.files.Json;
import dev.faultlab.files.RefusedPath;
import dev.faultlab.result.Completeness;
import dev.faultlab.signature.Observation;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;

/**
 * The file {@value EvidenceFiles#OBSERVATIONS} beside the evidence that it was computed from.
 *
 * @param schema version of the format
 * @param signatures id to observation
 * @param captures file to the chart data of it
 */
public record StoredObservations(
    int schema, Map<String, Observation> signatures, Map<String, CaptureChart> captures) {
  private static final int SCHEMA = 2;

  /** A fact's value is an Object; a whole number must be read back as a Long. */
  private static final ObjectReader READER =
      Json.MAPPER
          .readerFor(StoredObservations.class)
          .with(DeserializationFeature.USE_LONG_FOR_INTS)
          .with(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .with(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .with(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES);

  static void write(ObservedTrial trial, Map<String, CaptureChart> captures) throws IOException {
    byte[] text =
        Json.MAPPER.writeValueAsBytes(new StoredObservations(SCHEMA, trial.signatures(), captures));
    Path file = trial.evidence().folder().resolve(EvidenceFiles.OBSERVATIONS);
    try {
      // A trial that breaks off here is carried out again, and half a file is not read.
      Files.write(file, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (FileAlreadyExistsException e) {
      AtomicFile.write(file, text);
    } catch (NoSuchFileException e) {
      // The trial failed before it left any file.
    }
  }

  /** The stored observations of a trial, if this version can read them. */
  public static Optional<StoredObservations> in(Path folder) {
    return EvidenceFiles.find(file(folder)).flatMap(StoredObservations::read);
  }

  private static Optional<StoredObservations> read(Path file) {
    try {
      StoredObservations read = READER.readValue(BoundedText.bytes(file));
      Completeness.require(read);
      return Optional.of(read).filter(stored -> stored.schema == SCHEMA);
    } catch (IOException | RefusedPath e) {
      // The evidence is still there, so it is read again.
      return Optional.empty();
    }
  }

  private static Path file(Path folder) {
    return InnerPath.of(folder, EvidenceFiles.OBSERVATIONS);
  }
}
