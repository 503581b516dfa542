package dev.faultlab.image;

import dev.faultlab.files.AtomicFile;
import dev.faultlab.machine.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The {@code .env} file next to compose.yaml, which {@code docker compose} reads by itself, so that
 * a stack that is started by hand gets the same images. Variables that are not ours are kept.
 */
final class DotEnv {
  private static final String HEADER =
      "# Images resolved by ./faultlab images; each run rewrites them. Other lines are kept.";

  /** Writes the variables of these images. */
  static void write(Workspace workspace, List<ResolvedImage> images) {
    Map<String, String> values = new TreeMap<>();
    for (ResolvedImage image : images) {
      // The environment applies to this invocation only, not to the next.
      if (image.origin() != ResolvedImage.Origin.GIVEN) {
        image.request().variable().ifPresent(variable -> values.put(variable, image.name()));
      }
    }
    if (!values.isEmpty()) {
      set(workspace, values);
    }
  }

  /** The value of a variable; empty when it is not set. */
  static Optional<String> value(Workspace workspace, String variable) {
    Path file = workspace.dotEnv();
    return (Files.exists(file) ? Registries.read(file) : "")
        .lines()
        .filter(line -> line.startsWith(variable + "="))
        .map(line -> line.substring(variable.length() + 1).strip())
        .findFirst();
  }

  /** Writes variables, in one step: a reader sees the old or the new file. */
  static void set(Workspace workspace, Map<String, String> values) {
    Path file = workspace.dotEnv();
    String lock = "env-" + Integer.toHexString(file.toString().hashCode());
    try (var locked = workspace.cache().lock(lock, () -> {})) {
      String before = Files.exists(file) ? Files.readString(file) : "";
      String after = merge(before, values);
      if (!after.equals(before)) {
        AtomicFile.write(file, after);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  /** Keeps all other lines, and puts our variables after them. */
  static String merge(String before, Map<String, String> values) {
    List<String> lines = new ArrayList<>(List.of(HEADER));
    before
        .lines()
        .filter(line -> !line.equals(HEADER) && !values.containsKey(line.split("=", 2)[0].strip()))
        .forEach(lines::add);
    new TreeMap<>(values).forEach((variable, image) -> lines.add(variable + "=" + image));
    return String.join("\n", lines) + "\n";
  }
}
