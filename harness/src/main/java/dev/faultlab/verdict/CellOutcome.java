package dev.faultlab.verdict;

import dev.faultlab.lab.Expectation;
import dev.faultlab.signature.Observation;
import dev.faultlab.signature.State;
import java.util.List;
import java.util.Map;

/**
 * One signature in one cell, over all its trials.
 *
 * @param cell id of the cell
 * @param variant id of the variant
 * @param title of the variant
 * @param point matrix parameter to value
 * @param signature id
 * @param expectation what was expected
 * @param state what all trials agree on; UNKNOWN when they do not, or one cannot be told
 * @param counts trials per state
 * @param judgement of this cell
 * @param reason one sentence
 * @param observations one per trial, in the order of the trials
 */
public record CellOutcome(
    String cell,
    String variant,
    String title,
    Map<String, String> point,
    String signature,
    Expectation expectation,
    State state,
    Map<State, Integer> counts,
    Judgement judgement,
    String reason,
    List<Observation> observations) {}
