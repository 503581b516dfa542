package dev.faultlab.challenge;

import java.util.List;
import java.util.Map;

/**
 * The text of a challenge in one language.
 *
 * @param title one line
 * @param story the problem and the task
 * @param cured explanation of the cure, shown after one
 * @param wrong code of a reason that is not a cure to why
 * @param guards id of a guard to what is broken if it fails
 * @param hints key of a finding to its hints, in order
 */
public record ChallengeText(
    String title,
    String story,
    String cured,
    Map<String, String> wrong,
    Map<String, String> guards,
    Map<String, List<String>> hints) {

  /** Key of the hints for a learner who has not checked anything yet. */
  public static final String START = "start";

  public ChallengeText {
    if (title == null || story == null || cured == null) {
      throw new IllegalArgumentException("has no title, story or cured");
    }
    title = title.strip();
    story = story.strip();
    cured = cured.strip();
    wrong = wrong == null ? Map.of() : wrong;
    guards = guards == null ? Map.of() : guards;
    hints = hints == null ? Map.of() : hints;
  }
}
