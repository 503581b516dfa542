package dev.faultlab.challenge.mystery;

import dev.faultlab.point.Value;
import java.util.List;
import java.util.Map;

/**
 * A case whose cause is asked for.
 *
 * @param lab name of the lab whose stack it is
 * @param id unique in its lab; nobody who works on the case is told
 * @param variant that is started
 * @param at the value on each axis that is not left to the lab's own default
 * @param signature by whose observation an answer is graded
 * @param cause key of the right answer
 * @param hard whether it is only among the hard ones: look-alikes, and those that are well
 * @param proof ids of the facts that prove the cause
 * @param figures name to address ({@code file#/pointer}) of what the ticket shows
 */
public record Mystery(
    String lab,
    String id,
    String variant,
    Map<String, Value> at,
    String signature,
    String cause,
    boolean hard,
    List<String> proof,
    Map<String, String> figures) {}
