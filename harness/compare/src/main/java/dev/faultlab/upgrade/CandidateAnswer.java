package dev.faultlab.upgrade;

import dev.faultlab.compare.Answer;
import dev.faultlab.point.Value;
import java.util.Map;

/**
 * What is to be said of one candidate.
 *
 * @param versions of the components
 * @param answer in a word
 * @param sentence the same with its reasons and counts
 */
public record CandidateAnswer(Map<String, Value> versions, Answer answer, String sentence) {}
