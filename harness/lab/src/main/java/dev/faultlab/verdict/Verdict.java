package dev.faultlab.verdict;

import java.util.List;

/**
 * The answer of a run.
 *
 * @param judgement of the run: an obstacle makes it inconclusive; else contradicted beats
 *     inconclusive beats as expected
 * @param reasons why, the decisive one first; never empty
 */
public record Verdict(Judgement judgement, List<String> reasons) {}
