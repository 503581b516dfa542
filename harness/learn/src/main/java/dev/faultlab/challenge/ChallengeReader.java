package dev.faultlab.challenge;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.point.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Reads {@code labs/<name>/class/repairs.yaml}, and {@code repairs.en.yaml} with what people read.
 */
public final class ChallengeReader {
  private static final String ENGLISH = "en";

  /** A missing entry is null here, and nowhere else. */
  private record File(Map<String, Entry> repairs) {}

  private record Entry(
      String variant,
      Map<String, String> at,
      Map<String, String> with,
      Map<String, String> stack,
      String shell,
      Map<String, Material> files,
      String signature,
      List<String> right,
      Map<String, GuardEntry> guards) {}

  private record GuardEntry(
      String variant,
      Map<String, String> with,
      String signature,
      List<String> absent,
      String value,
      String is,
      String fact,
      @JsonProperty("at-least") Long least,
      @JsonProperty("at-most") Long most) {}

  private record TextFile(Map<String, ChallengeText> repairs) {}

  private ChallengeReader() {}

  /** Where the challenges of a lab are declared. */
  public static Path file(Lab lab) {
    return lab.folder().resolve("class").resolve("repairs.yaml");
  }

  /**
   * The challenges of a lab in the order of the file; empty if it has no such file.
   *
   * @throws LabException with the file when it cannot be read or makes no sense
   */
  public static List<Challenge> challenges(Lab lab) {
    Path file = file(lab);
    if (!Files.exists(file)) {
      return List.of();
    }
    return given(ClassYaml.read(file, File.class).repairs()).entrySet().stream()
        .map(entry -> challenge(lab, file, entry.getKey(), entry.getValue()))
        .toList();
  }

  /**
   * The English text of a challenge.
   *
   * @throws LabException when there is no such text
   */
  public static ChallengeText text(Challenge challenge) {
    Path folder = challenge.folder().getParent();
    ChallengeText text = texts(folder, ENGLISH).get(challenge.id());
    if (text == null) {
      throw new LabException(
          textFile(folder, ENGLISH) + ": '" + challenge.id() + "' has no title, story or cured");
    }
    return text;
  }

  /**
   * The texts of the challenges in a folder, by id, in the order of the file; in English where a
   * translation is missing.
   *
   * @return empty if there is no such file
   * @throws LabException when the file cannot be read or lacks a text
   */
  public static Map<String, ChallengeText> texts(Path folder, String language) {
    Path own = textFile(folder, language);
    Path file = Files.exists(own) ? own : textFile(folder, ENGLISH);
    if (!Files.exists(file)) {
      return Map.of();
    }
    return given(ClassYaml.read(file, TextFile.class).repairs());
  }

  private static Path textFile(Path folder, String language) {
    return folder.resolve("repairs." + language + ".yaml");
  }

  private static Challenge challenge(Lab lab, Path file, String id, Entry entry) {
    String where = file + ": '" + id + "' ";
    require(where, "variant", entry.variant());
    require(where, "signature", entry.signature());
    require(where, "shell", entry.shell());
    return new Challenge(
        lab.name(),
        id,
        file.resolveSibling(id),
        new Challenge.Setup(
            entry.variant(),
            mapped(given(entry.at()), Value::of),
            given(entry.with()),
            given(entry.stack()),
            entry.shell()),
        given(entry.files()),
        new Challenge.Goal(
            entry.signature(),
            given(entry.right()),
            mapped(given(entry.guards()), g -> guard(where, g))));
  }

  private static Guard guard(String where, GuardEntry entry) {
    long kinds =
        Stream.of(entry.signature(), entry.value(), entry.fact()).filter(Objects::nonNull).count();
    if (kinds != 1) {
      throw new LabException(where + "has a guard that is not one of 'signature', 'value', 'fact'");
    }
    long least = entry.least() == null ? Long.MIN_VALUE : entry.least();
    long most = entry.most() == null ? Long.MAX_VALUE : entry.most();
    Guard.Check check;
    if (entry.signature() != null) {
      check = new Guard.Absent(entry.signature(), given(entry.absent()));
    } else if (entry.value() != null) {
      require(where, "'is' beside a guard's 'value'", entry.is());
      check = new Guard.Figure(entry.value(), entry.is(), least, most);
    } else if (entry.variant() == null) {
      check = new Guard.Seen(entry.fact(), least, most);
    } else {
      throw new LabException(
          where + "has a guard with 'fact' and 'variant'; a fact is the repair's own trial's");
    }
    return new Guard(Optional.ofNullable(entry.variant()), given(entry.with()), check);
  }

  private static void require(String where, String what, String text) {
    if (text == null) {
      throw new LabException(where + "has no " + what);
    }
  }

  private static <T> Map<String, T> given(Map<String, T> map) {
    return map == null ? Map.of() : map;
  }

  private static List<String> given(List<String> list) {
    return list == null ? List.of() : List.copyOf(list);
  }

  private static <A, B> Map<String, B> mapped(Map<String, A> map, Function<A, B> change) {
    Map<String, B> changed = new LinkedHashMap<>();
    map.forEach((name, value) -> changed.put(name, change.apply(value)));
    return java.util.Collections.unmodifiableMap(changed);
  }
}
