package dev.faultlab.exercise;

import java.util.List;
import java.util.Map;

/**
 * The text of a repair in one language.
 *
 * @param title one line
 * @param story the problem and the task
 * @param cured explanation of the fix, shown after one
 * @param wrong code of a reason that is not a fix to why
 * @param guards id of a guard to what is broken if it fails
 * @param hints key of a finding to its hints, in order
 */
public record RepairText(
    String title,
    String story,
    String cured,
    Map<String, String> wrong,
    Map<String, String> guards,
    Map<String, List<String>> hints) {

  /** Key of the hints for a learner who has not checked anything yet. */
  public static final String START = "start";

  public RepairText {
    title = title.strip();
    story = story.strip();
    cured = cured.strip();
  }
}
