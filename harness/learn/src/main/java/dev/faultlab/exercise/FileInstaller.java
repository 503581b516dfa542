package dev.faultlab.exercise;

import dev.faultlab.exercise.RepairPlan.Attempt;
import dev.faultlab.files.InnerPath;
import dev.faultlab.files.Trees;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeSet;

/**
 * Puts a learner's files into a lab: reads settings, compiles sources, places the rest.
 *
 * @param root of the repository
 */
public record FileInstaller(Path root, GoCompiler go) {
  /** Compose variable for the folder that is mounted as {@code /repair}. */
  public static final String MOUNT = "FAULTLAB_REPAIR";

  /**
   * The parameters and variables for the files in a folder.
   *
   * @param files folder with the learner's files
   * @param mount folder for the stack; emptied first
   * @return with the problems of a file that is missing, does not compile or makes a setting that
   *     is not allowed
   */
  public Attempt install(Exercise<Repair> repair, Path files, Path mount) throws IOException {
    Trees.delete(mount);
    Files.createDirectories(mount);
    Map<String, String> with = new LinkedHashMap<>();
    Map<String, String> stack = new LinkedHashMap<>();
    List<String> flaws = new ArrayList<>();
    for (Map.Entry<String, Material> entry : repair.task().files().entrySet()) {
      Path file = files.resolve(entry.getKey());
      if (!Files.isRegularFile(file)) {
        flaws.add(entry.getKey() + " is missing; ./faultlab repair reset puts it back");
        continue;
      }
      Material material = entry.getValue();
      if (material instanceof Material.Settings settings) {
        flaws.addAll(read(file, settings, with, stack));
        continue;
      }
      stack.put(MOUNT, mount.toAbsolutePath().toString());
      if (material instanceof Material.JavaSource source) {
        flaws.addAll(new JavaBuild(root).compile(file, source, mount.resolve("classes")));
      } else if (material instanceof Material.GoSource source) {
        flaws.addAll(go.build(file, source, mount));
      } else {
        Files.copy(file, InnerPath.of(mount, entry.getKey()));
      }
    }
    return new Attempt(repair, with, stack, flaws);
  }

  /**
   * Reads a file of lines {@code key = value}, such as sysctl.conf or server.properties.
   *
   * @return its errors
   */
  private static List<String> read(
      Path file, Material.Settings known, Map<String, String> with, Map<String, String> stack)
      throws IOException {
    List<String> flaws = new ArrayList<>();
    Properties lines = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      lines.load(reader);
    } catch (IllegalArgumentException e) {
      flaws.add(e.getMessage());
    }
    for (String key : new TreeSet<>(lines.stringPropertyNames())) {
      if (!known.keys().containsKey(key)) {
        flaws.add("'%s' cannot be set here; what can is %s".formatted(key, known.keys().keySet()));
      }
    }
    for (Map.Entry<String, Material.Key> entry : known.keys().entrySet()) {
      String key = entry.getKey();
      Material.Key setting = entry.getValue();
      Optional<String> value =
          Optional.ofNullable(lines.getProperty(key)).map(String::strip).or(setting::unset);
      if (value.isEmpty()) {
        flaws.add("there is no line for '" + key + "'");
      } else if (!value.get().matches(setting.allows())) {
        flaws.add("%s is '%s', expected %s".formatted(key, value.get(), setting.allows()));
      } else {
        setting.with().ifPresent(name -> with.put(name, value.get()));
        setting.stack().ifPresent(name -> stack.put(name, value.get()));
      }
    }
    return flaws.stream().map(problem -> file.getFileName() + ": " + problem).toList();
  }
}
