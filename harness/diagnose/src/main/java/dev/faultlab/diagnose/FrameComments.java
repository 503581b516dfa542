package dev.faultlab.diagnose;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Comments for single frames: each finding, at the frames that it names. */
public final class FrameComments {
  private FrameComments() {}

  /**
   * Comments by frame number; the first frame of a finding has its reason as well.
   *
   * @param diagnosis with the findings
   * @return one or more comments for each frame that a finding names
   */
  public static Map<Long, List<String>> of(Diagnosis diagnosis) {
    Map<Long, List<String>> comments = new TreeMap<>();
    for (Finding finding : diagnosis.findings()) {
      String head =
          String.format(
              "faultlab: %s (%s), %s",
              finding.id().id(),
              finding.confidence().name().toLowerCase(Locale.ROOT),
              finding.place().subject());
      boolean first = true;
      for (long frame : finding.place().frames()) {
        String text = first ? head + "\n" + finding.why() + "\n" + finding.not() : head;
        comments.computeIfAbsent(frame, any -> new ArrayList<>()).add(text);
        first = false;
      }
    }
    return comments;
  }
}
