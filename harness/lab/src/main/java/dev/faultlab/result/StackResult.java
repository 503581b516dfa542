package dev.faultlab.result;

import dev.faultlab.lab.Requirement;
import java.util.Map;
import java.util.Optional;

/**
 * What points ran on.
 *
 * @param name unique in its run
 * @param images what was required, to what filled it: name, content id, source
 * @param ran axis to what the running component said of itself, e.g. the output of {@code java
 *     -version}
 * @param failure why it did not start; empty where it did
 */
public record StackResult(
    String name,
    Map<Requirement, String> images,
    Map<String, String> ran,
    Optional<String> failure) {}
