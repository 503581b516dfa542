package dev.faultlab.lab;

import java.util.List;
import java.util.Map;

/**
 * One configuration of the stack with what is expected of it.
 *
 * @param id unique in its lab
 * @param title one line for the verdict table
 * @param matrix list parameters over which the variant is repeated, one cell per value
 * @param onlyAt parameter to the values at which the variant makes sense, e.g. jdk from 18 on for
 *     JEP 418
 * @param quick whether a quick run includes it
 * @param once a single trial whatever the number asked for: an exhibit, not a sample
 * @param stack compose variables, on top of the lab's; variants with equal variables share a
 *     running stack
 * @param with values for the placeholders of the procedure, the lab's own included
 * @param procedure name of the step list that makes a trial
 * @param capture whether packets are captured during the trial
 * @param inputs pointers into evidence that replace the signature's own, e.g. another file for
 *     "asking"
 * @param expect signature id to expectation; empty for a variant that is only measured
 */
public record Variant(
    String id,
    String title,
    List<String> matrix,
    Map<String, OnlyAt> onlyAt,
    boolean quick,
    boolean once,
    Map<String, String> stack,
    Map<String, String> with,
    String procedure,
    boolean capture,
    Map<String, String> inputs,
    Map<String, Expectation> expect) {}
