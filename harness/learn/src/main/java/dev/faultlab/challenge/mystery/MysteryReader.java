package dev.faultlab.challenge.mystery;

import dev.faultlab.challenge.ClassYaml;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.point.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads {@code labs/<name>/class/mysteries.yaml}, and {@code mysteries.en.yaml} with what people
 * read.
 */
public final class MysteryReader {
  /** What is not said in a file is null here, and nowhere else. */
  private record File(Map<String, Entry> mysteries) {}

  private record Entry(
      String variant,
      Map<String, String> at,
      String signature,
      String cause,
      boolean hard,
      List<String> proof,
      Map<String, String> figures) {}

  /**
   * What people read.
   *
   * @param causes key to one sentence, for an answer
   * @param tickets id of a case to what the people who suffer from it say
   */
  public record Texts(Map<String, String> causes, Map<String, String> tickets) {}

  private MysteryReader() {}

  /** The cases of a lab; none where it has no such file. */
  public static List<Mystery> mysteries(Lab lab) {
    Path file = file(lab, "mysteries.yaml");
    if (!Files.exists(file)) {
      return List.of();
    }
    return ClassYaml.read(file, File.class).mysteries().entrySet().stream()
        .map(entry -> mystery(lab, file, entry.getKey(), entry.getValue()))
        .toList();
  }

  /** What people read of a lab's cases; nothing where it has none. */
  public static Texts texts(Lab lab) {
    Path file = file(lab, "mysteries.en.yaml");
    return Files.exists(file) ? ClassYaml.read(file, Texts.class) : new Texts(Map.of(), Map.of());
  }

  private static Path file(Lab lab, String name) {
    return lab.folder().resolve("class").resolve(name);
  }

  private static Mystery mystery(Lab lab, Path file, String id, Entry entry) {
    if (entry.variant() == null
        || entry.signature() == null
        || entry.cause() == null
        || entry.proof() == null) {
      throw new LabException(
          file + ": '" + id + "' lacks one of variant, signature, cause and proof");
    }
    Map<String, Value> at = new LinkedHashMap<>();
    if (entry.at() != null) {
      entry.at().forEach((axis, value) -> at.put(axis, Value.of(value)));
    }
    return new Mystery(
        lab.name(),
        id,
        entry.variant(),
        at,
        entry.signature(),
        entry.cause(),
        entry.hard(),
        List.copyOf(entry.proof()),
        entry.figures() == null ? Map.of() : entry.figures());
  }
}
