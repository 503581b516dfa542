package dev.faultlab.kernel;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import dev.faultlab.docker.ImageException;
import dev.faultlab.files.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Reads one {@code pair.yaml}. Its values are used in commands and in paths, so each must have a
 * fixed form.
 */
final class PairReader {
  static final String FILE = "pair.yaml";

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");
  private static final Pattern SOURCE = Pattern.compile("linux-source-[0-9.]+");
  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{12,40}");
  private static final Pattern PROGRAM = Pattern.compile("[a-z0-9][a-z0-9._-]*");
  private static final Pattern LINE = Pattern.compile(".+");

  /**
   * The entry as written in the file; a missing field is null until {@link #require} has checked
   * it.
   */
  private record Declared(
      String title, String source, KernelPair.Change change, KernelPair.Names kernels) {}

  private PairReader() {}

  /**
   * @param folder with {@code pair.yaml} in it
   * @throws ImageException with the file, and the line of a YAML error, when it cannot be read,
   *     lacks an entry, or has an invalid one
   */
  static KernelPair read(Path folder) {
    Path file = folder.resolve(FILE);
    Declared declared;
    try {
      declared = Json.yaml().readValue(Files.readString(file), Declared.class);
    } catch (UnrecognizedPropertyException e) {
      // Jackson knows no line here, because it has read the whole mapping by then.
      throw new ImageException(
          "%s has an unknown key '%s'; expected one of %s"
              .formatted(file, e.getPropertyName(), e.getKnownPropertyIds()),
          e);
    } catch (JsonProcessingException e) {
      throw ImageException.in(file, e);
    } catch (IOException e) {
      throw new ImageException("cannot read " + file + ": " + e.getMessage(), e);
    }
    if (declared == null || declared.change() == null || declared.kernels() == null) {
      throw new ImageException(file + " lacks change or kernels");
    }
    KernelPair pair =
        new KernelPair(
            folder.getFileName().toString(),
            declared.title(),
            declared.source(),
            declared.change(),
            declared.kernels());
    require(file, "the folder's name", pair.folder(), NAME);
    require(file, "title", pair.title(), LINE);
    require(file, "source", pair.source(), SOURCE);
    require(file, "change.commit", pair.change().commit(), COMMIT);
    require(file, "change.subject", pair.change().subject(), LINE);
    require(file, "change.takeOut", pair.change().takeOut(), PROGRAM);
    require(file, "kernels.with", pair.kernels().with(), NAME);
    require(file, "kernels.without", pair.kernels().without(), NAME);
    Path program = folder.resolve(pair.change().takeOut());
    if (!Files.isExecutable(program)) {
      throw new ImageException(
          "%s: change.takeOut: %s is not an executable file".formatted(file, program));
    }
    return pair;
  }

  private static void require(Path file, String key, String value, Pattern form) {
    if (value == null) {
      throw new ImageException("%s lacks %s".formatted(file, key));
    }
    if (!form.matcher(value).matches()) {
      throw new ImageException(
          "%s: %s is '%s'; expected %s".formatted(file, key, value, form.pattern()));
    }
  }
}
