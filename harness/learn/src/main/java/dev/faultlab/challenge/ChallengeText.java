package dev.faultlab.challenge;

import java.util.List;
import java.util.Map;

/**
 * What a learner reads of a challenge, in one language.
 *
 * @param title one line
 * @param story what is wrong, and what is asked for
 * @param cured what a cure amounts to, said when there is one
 * @param wrong code of a reason that is no cure to why it is none
 * @param guards id of a guard to what is broken when it does not hold
 * @param hints key of a finding to the hints that go with it, the first one first
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
