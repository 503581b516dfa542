package dev.faultlab.git;

import java.util.Optional;

/**
 * A path that two commits have differently.
 *
 * @param before empty if it is new
 * @param after empty if it was removed
 */
public record GitChange(Optional<GitFile> before, Optional<GitFile> after) {}
