package dev.faultlab.kernel;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.docker.ImageException;
import dev.faultlab.files.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * One kernel built twice: unchanged, and without one change.
 *
 * @param folder below {@code kernel-images/}
 * @param declared its {@code pair.yaml}
 */
record KernelPair(String folder, PairFile declared) {
  static final String FILE = "pair.yaml";

  /** Values are used in commands and in paths, so each must have a fixed form. */
  private static final List<String> FORMS =
      List.of(
          "title .+",
          "source linux-source-[0-9.]+",
          "change.commit [0-9a-f]{12,40}",
          "change.subject .+",
          "change.takeOut [a-z0-9][a-z0-9._-]*",
          "kernels.with [a-z][a-z0-9-]*",
          "kernels.without [a-z][a-z0-9-]*");

  /**
   * @param title the change, in half a sentence
   * @param source Debian's source package, {@code linux-source-6.1}
   * @param change what the second kernel lacks
   * @param kernels names of the two
   */
  record PairFile(String title, String source, Change change, Kernels kernels) {}

  /**
   * @param commit the upstream commit, abbreviated
   * @param subject its first line
   * @param takeOut program in the folder that removes the change from a source tree, or fails
   */
  record Change(String commit, String subject, String takeOut) {}

  /**
   * @param with the kernel that has the change
   * @param without the kernel that lacks it
   */
  record Kernels(String with, String without) {}

  /**
   * @param folder with {@code pair.yaml} in it
   * @throws ImageException with the file, and the line of a YAML error, when it cannot be read,
   *     lacks an entry, or has an invalid one
   */
  static KernelPair read(Path folder) {
    Path file = folder.resolve(FILE);
    PairFile declared;
    try {
      declared = Json.yaml().readValue(Files.readString(file), PairFile.class);
    } catch (JsonProcessingException e) {
      throw ImageException.inFile(file, e);
    } catch (IOException e) {
      throw new ImageException("cannot read " + file + ": " + e.getMessage(), e);
    }
    JsonNode values = Json.MAPPER.valueToTree(declared);
    for (String line : FORMS) {
      String key = line.split(" ")[0];
      String form = line.substring(key.length() + 1);
      String value = values.at("/" + key.replace('.', '/')).asText("");
      if (!value.matches(form)) {
        throw new ImageException("%s: %s is '%s'; expected %s".formatted(file, key, value, form));
      }
    }
    Path program = folder.resolve(declared.change.takeOut);
    if (!Files.isExecutable(program)) {
      throw new ImageException(
          "%s: change.takeOut: %s is not an executable file".formatted(file, program));
    }
    return new KernelPair(folder.getFileName().toString(), declared);
  }

  /** The recipes that affect the bytes, below {@code kernel-images/}. */
  List<String> recipes() {
    return List.of("build-pair", "guest.config", "offsets", words().get(4));
  }

  List<String> kernels() {
    return List.of(declared.kernels.with, declared.kernels.without);
  }

  /** The arguments of {@code build-pair} for this pair, in its order. */
  List<String> words() {
    Change change = declared.change;
    String takeOut = folder + "/" + change.takeOut;
    return List.of(
        declared.source, declared.kernels.with, declared.kernels.without, change.commit, takeOut);
  }
}
