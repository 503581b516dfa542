package dev.faultlab.challenge;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.faultlab.lab.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** Reads the YAML files below a lab's folder {@code class}. */
public final class ClassFile {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private ClassFile() {}

  /**
   * Reads a file into a record.
   *
   * @throws LabException with the file when it cannot be read or has something that the record has
   *     not
   */
  public static <T> T read(Path file, Class<T> type) {
    LoaderOptions strict = new LoaderOptions();
    strict.setAllowDuplicateKeys(false);
    try {
      // By way of a tree: Jackson's own YAML reader knows no aliases.
      Object tree = new Yaml(new SafeConstructor(strict)).load(Files.readString(file));
      return JSON.convertValue(tree, type);
    } catch (YAMLException | IllegalArgumentException e) {
      throw new LabException(file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new LabException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }
}
