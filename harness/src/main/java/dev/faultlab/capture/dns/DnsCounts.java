package dev.faultlab.capture.dns;

/**
 * Everything DNS in a capture, in numbers.
 *
 * @param queries query frames, retransmissions included
 * @param answers answer frames
 * @param unmatchedAnswers answers whose query is not in the capture
 * @param copies frames that the capture holds twice, as when several interfaces were recorded
 * @param cutOff messages of which the snap length left too little
 * @param malformed messages that are none
 */
public record DnsCounts(
    long queries, long answers, long unmatchedAnswers, long copies, long cutOff, long malformed) {}
