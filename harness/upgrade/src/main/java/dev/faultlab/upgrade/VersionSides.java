package dev.faultlab.upgrade;

import dev.faultlab.manifest.Mention;
import dev.faultlab.manifest.Move;
import dev.faultlab.manifest.Unclear;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/**
 * The versions of two sides.
 *
 * @param sides in words
 * @param moves what has another version, and what stays or is new
 * @param before all that the first side names, if that has to be read
 * @param unclear what was not understood
 * @param notCompared links and submodules, and components that only one side has
 */
public record VersionSides(
    String sides,
    List<Move> moves,
    Supplier<List<Mention>> before,
    Collection<Unclear> unclear,
    List<String> notCompared) {}
