package dev.faultlab.exercise;

import dev.faultlab.files.InnerPath;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Reads {@code labs/<name>/class/repairs.yaml}, and {@code repairs.en.yaml} with what people read.
 * A repair's folder beside them holds {@code start/} and {@code solution/}. A file that is not in
 * {@code start/} is the program's; one in {@code solution/} may be a patch.
 */
public final class Repairs {
  private static final String ENGLISH = "en";

  private record File(Map<String, Repair> repairs) {}

  private record Texts(Map<String, RepairText> repairs) {}

  private Repairs() {}

  /**
   * The repairs of a lab in the order of the file; empty if it has no such file.
   *
   * @throws LabException with the file when it cannot be read or makes no sense
   */
  public static List<Exercise<Repair>> of(Lab lab) {
    return ClassYaml.find(ClassYaml.folder(lab).resolve("repairs.yaml"), File.class)
        .map(File::repairs)
        .orElse(Map.of())
        .entrySet()
        .stream()
        .map(entry -> new Exercise<>(lab, entry.getKey(), entry.getValue()))
        .toList();
  }

  /**
   * A repair by its id.
   *
   * @throws LabException when it does not exist, with the known ones
   */
  public static Exercise<Repair> find(Lab lab, String id) {
    List<Exercise<Repair>> repairs = of(lab);
    String known = String.join(", ", repairs.stream().map(Exercise::id).toList());
    String message = "lab %s has no repair '%s'; known: %s".formatted(lab.name(), id, known);
    return repairs.stream()
        .filter(repair -> repair.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new LabException(message));
  }

  /**
   * A file in its initial state: the repair's own, or else the program's.
   *
   * @param root of the repository
   */
  static Path start(Exercise<Repair> repair, Path root, String name) {
    Path ownFile = folder(repair, "start").resolve(name);
    return Files.exists(ownFile)
        ? ownFile
        : repair.task().files().get(name).program().map(root::resolve).orElse(ownFile);
  }

  /**
   * A file of the fix that the tests replay.
   *
   * @throws NoSuchFileException when the repair has neither that file nor a patch for it
   */
  static String solution(Exercise<Repair> repair, Path root, String name) throws IOException {
    Path whole = folder(repair, "solution").resolve(name);
    return Files.exists(whole)
        ? Files.readString(whole)
        : Patch.apply(
            whole.resolveSibling(name + ".patch"), Files.readAllLines(start(repair, root, name)));
  }

  /** Puts the fix that the tests replay into a folder. */
  public static void solve(Exercise<Repair> repair, Path root, Path folder) throws IOException {
    Files.createDirectories(folder);
    for (String name : repair.task().files().keySet()) {
      Files.writeString(InnerPath.of(folder, name), solution(repair, root, name));
    }
  }

  private static Path folder(Exercise<Repair> repair, String name) {
    return ClassYaml.folder(repair.lab()).resolve(repair.id()).resolve(name);
  }

  /**
   * The English text of a repair.
   *
   * @throws LabException when there is no such text
   */
  public static RepairText text(Exercise<Repair> repair) {
    Path folder = ClassYaml.folder(repair.lab());
    RepairText text = texts(folder, ENGLISH).get(repair.id());
    if (text == null) {
      throw new LabException(
          textFile(folder, ENGLISH) + ": '" + repair.id() + "' has no title, story or cured");
    }
    return text;
  }

  /**
   * The texts of the repairs in a folder, by id, in the order of the file; in English where a
   * translation is missing.
   *
   * @return empty if there is no such file
   * @throws LabException when the file cannot be read or lacks a text
   */
  public static Map<String, RepairText> texts(Path folder, String language) {
    Path ownFile = textFile(folder, language);
    return ClassYaml.find(Files.exists(ownFile) ? ownFile : textFile(folder, ENGLISH), Texts.class)
        .map(Texts::repairs)
        .orElse(Map.of());
  }

  private static Path textFile(Path folder, String language) {
    return folder.resolve("repairs." + language + ".yaml");
  }
}
