package dev.faultlab.exercise;

import java.util.List;
import java.util.Map;

/**
 * A fault, and the files that can fix it; an entry of {@code repairs.yaml}.
 *
 * @param variant whose trial is repeated with the learner's files
 * @param with values for placeholders, on top of the variant's
 * @param stack compose variables that mount the learner's files, on top of the variant's
 * @param shell service for a shell to look around
 * @param files name to how the file is used
 * @param signature that must change from present to absent
 * @param right codes of the reasons that count as a fix
 * @param guards id to what must still hold
 */
public record Repair(
    String variant,
    Map<String, String> at,
    Map<String, String> with,
    Map<String, String> stack,
    String shell,
    Map<String, Material> files,
    String signature,
    List<String> right,
    Map<String, Guard> guards)
    implements Exercise.Task {}
