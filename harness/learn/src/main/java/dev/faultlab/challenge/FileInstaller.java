package dev.faultlab.challenge;

import dev.faultlab.files.InnerPath;
import dev.faultlab.files.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts a learner's files into a lab: reads settings, compiles sources, places the rest. */
public final class FileInstaller {
  /** Compose variable with the folder that stacks see as {@code /repair}. */
  public static final String MOUNT = "FAULTLAB_REPAIR";

  private static final String CLASSES = "classes";

  private final JavaBuild java;
  private final GoCompiler go;

  /**
   * @param root of the repository
   */
  public FileInstaller(Path root, GoCompiler go) {
    this.java = new JavaBuild(root);
    this.go = go;
  }

  /**
   * What the files in a folder come to.
   *
   * @param files folder with the learner's files
   * @param mount folder that the stack will see; emptied first
   * @throws UnusableFiles when a file is missing, does not compile or sets what it must not
   */
  public InstalledFiles fit(Challenge challenge, Path files, Path mount)
      throws UnusableFiles, IOException {
    Trees.delete(mount);
    Files.createDirectories(mount);
    Map<String, String> with = new LinkedHashMap<>();
    Map<String, String> stack = new LinkedHashMap<>();
    List<String> problems = new ArrayList<>();
    for (Map.Entry<String, Material> entry : challenge.files().entrySet()) {
      Path file = files.resolve(entry.getKey());
      if (!Files.isRegularFile(file)) {
        problems.add(entry.getKey() + " is missing; ./faultlab repair reset puts it back");
        continue;
      }
      Material material = entry.getValue();
      if (material instanceof Material.Settings settings) {
        SettingsFile read = SettingsFile.read(file, settings);
        with.putAll(read.with());
        stack.putAll(read.stack());
        problems.addAll(read.problems());
        continue;
      }
      stack.put(MOUNT, mount.toAbsolutePath().toString());
      if (material instanceof Material.JavaSource source) {
        problems.addAll(java.compile(file, source, mount.resolve(CLASSES)));
      } else if (material instanceof Material.GoSource source) {
        problems.addAll(go.build(file, source, mount));
      } else {
        Files.copy(file, InnerPath.of(mount, entry.getKey()));
      }
    }
    if (!problems.isEmpty()) {
      throw new UnusableFiles(problems);
    }
    return new InstalledFiles(with, stack);
  }
}
