package dev.faultlab.capture.dns;

/**
 * Everything DNS in a capture, in numbers.
 *
 * @param queries query frames, retransmissions included
 * @param answers answer frames
 * @param unmatchedAnswers answers whose query is not in the capture
 * @param strayAnswers those over UDP whose query cannot have been sent before the capture began
 * @param unreadableAnswers messages from a name server that are malformed or cut off
 * @param copies frames that the capture holds twice, as when several interfaces were recorded
 * @param cutOff messages of which the snap length left too little
 * @param malformed messages that are none
 * @param missingFragments messages of which an IP fragment is missing or overlaps another
 * @param missingFragmentFrame the first fragment that is there of the first of these; 0 for none
 */
public record DnsCounts(
    long queries,
    long answers,
    long unmatchedAnswers,
    long strayAnswers,
    long unreadableAnswers,
    long copies,
    long cutOff,
    long malformed,
    long missingFragments,
    long missingFragmentFrame) {}
