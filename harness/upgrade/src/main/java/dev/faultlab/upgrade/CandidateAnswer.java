package dev.faultlab.upgrade;

import dev.faultlab.compare.Answer;
import dev.faultlab.point.Value;
import java.util.Map;

/**
 * The conclusion on one candidate.
 *
 * @param versions of the components
 * @param answer as an enum value
 * @param sentence the answer with its reasons and counts
 */
public record CandidateAnswer(Map<String, Value> versions, Answer answer, String sentence) {}
