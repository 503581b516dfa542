package dev.faultlab.capture;

import java.util.Map;

/**
 * All DNS of a capture in numbers.
 *
 * @param queries query frames, retransmissions included
 * @param answers answer frames
 * @param unmatchedAnswers answers whose query is not in the capture
 * @param strayAnswers those over UDP whose query cannot have been sent before the capture began,
 *     from client to server
 */
public record DnsCounts(
    long queries,
    long answers,
    long unmatchedAnswers,
    Map<Route, Long> strayAnswers,
    Unreadable unreadable,
    Fragmented missingFragments) {

  /**
   * Messages that could not be read.
   *
   * @param cutOff messages of which the snap length left too little
   * @param malformed messages that are not DNS
   * @param answers messages of both kinds that come from a name server
   */
  public record Unreadable(long cutOff, long malformed, long answers) {}

  /**
   * Messages with a missing or overlapping IP fragment.
   *
   * @param firstFrame first present fragment of the first of these; 0 for none
   */
  public record Fragmented(long messages, long firstFrame) {}
}
