package dev.faultlab.challenge;

import dev.faultlab.point.Value;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * One repair: a variant of a lab that shows a fault, and the files that can fix it.
 *
 * @param lab name
 * @param id unique in its lab, kebab-case
 * @param folder holds {@code start/} and {@code solution/}, each with a file for every material
 * @param setup trial that shows the fault
 * @param files name to how the file is used
 * @param goal what the files must achieve
 */
public record Challenge(
    String lab, String id, Path folder, Setup setup, Map<String, Material> files, Goal goal) {

  /**
   * The trial of a challenge.
   *
   * @param variant whose trial shows the fault and is repeated with the learner's files
   * @param at the value on each axis that differs from the lab's default
   * @param with values for placeholders, on top of the variant's
   * @param stack compose variables that mount the learner's files, on top of the variant's
   * @param shell service for a shell to look around
   */
  public record Setup(
      String variant,
      Map<String, Value> at,
      Map<String, String> with,
      Map<String, String> stack,
      String shell) {}

  /**
   * The condition for a solved challenge.
   *
   * @param signature that must change from present to absent
   * @param right codes of the reasons that count as a fix
   * @param guards id to what must still hold
   */
  public record Goal(String signature, List<String> right, Map<String, Guard> guards) {}

  /** The files in their initial state. */
  public Path start() {
    return folder.resolve("start");
  }

  /** The files of a fix that the tests replay. */
  public Path solution() {
    return folder.resolve("solution");
  }
}
