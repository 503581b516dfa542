package dev.faultlab.exercise;

import dev.faultlab.lab.Expected;
import dev.faultlab.lab.Variant;
import dev.faultlab.plan.Plan;
import java.util.List;
import java.util.Map;

/**
 * A case whose cause is to be found; an entry of {@code mysteries.yaml}.
 *
 * @param variant to start
 * @param signature whose observation grades an answer
 * @param cause key of the right answer
 * @param hard whether only the hard level has it: look-alikes, and healthy stacks
 * @param proof ids of the facts that prove the cause
 * @param figures name to address ({@code file#/pointer}) of the ticket's figures
 */
public record Mystery(
    String variant,
    Map<String, String> at,
    String signature,
    String cause,
    boolean hard,
    List<String> proof,
    Map<String, String> figures)
    implements Exercise.Task {

  /** The name of the only point, and of the folder of its evidence: it tells nothing. */
  private static final String NAME = "case";

  /** One point, one trial. */
  public static Plan plan(Exercise<Mystery> opened) {
    Mystery task = opened.task();
    String signature = task.signature();
    Expected expected = opened.variant(task.variant()).expect().get(signature);
    Variant only =
        opened.derived(
            task.variant(), NAME, "what is it?", List.of(), List.of(), Map.of(signature, expected));
    return Exercise.plan(opened.lab(), List.of(only));
  }
}
