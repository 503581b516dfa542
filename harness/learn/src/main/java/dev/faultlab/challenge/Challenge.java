package dev.faultlab.challenge;

import dev.faultlab.point.Value;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * One repair: a variant of a lab that shows a fault, and the files by which it can be fixed.
 *
 * @param lab name
 * @param id unique in its lab, kebab-case
 * @param folder holds {@code start/} and {@code solution/}, with a file each for every material
 * @param setup how the fault is shown
 * @param files name to what becomes of the file
 * @param goal what the files must achieve
 */
public record Challenge(
    String lab, String id, Path folder, Setup setup, Map<String, Material> files, Goal goal) {

  /**
   * The trial of a challenge.
   *
   * @param variant whose trial shows the fault and is carried out again with the learner's files
   * @param at the value on each axis that is not left to the lab's own default
   * @param with values for placeholders, on top of the variant's
   * @param stack compose variables that bring the learner's files in, on top of the variant's
   * @param shell service in which a shell is opened to look around
   */
  public record Setup(
      String variant,
      Map<String, Value> at,
      Map<String, String> with,
      Map<String, String> stack,
      String shell) {}

  /**
   * When a challenge is solved.
   *
   * @param signature that has to turn from present to absent
   * @param right codes of the reasons that count as a fix
   * @param guards id to what must still hold then
   */
  public record Goal(String signature, List<String> right, Map<String, Guard> guards) {}

  /** The files as the learner finds them. */
  public Path start() {
    return folder.resolve("start");
  }

  /** The files of a fix that the tests replay. */
  public Path solution() {
    return folder.resolve("solution");
  }
}
