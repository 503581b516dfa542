package dev.faultlab.upgrade;

import dev.faultlab.manifest.Mention;
import dev.faultlab.manifest.Move;
import dev.faultlab.manifest.Unclear;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The versions of two sides.
 *
 * @param sides in words
 * @param moves what has another version, and what stays or is new
 * @param before what the first side names; empty if those are too many files
 * @param unclear what was not understood
 * @param notCompared links and submodules, and components that only one side has
 */
public record VersionSides(
    String sides,
    List<Move> moves,
    Optional<List<Mention>> before,
    Collection<Unclear> unclear,
    List<String> notCompared) {}
