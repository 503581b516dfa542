package dev.faultlab.manifest;

import java.util.Optional;

/**
 * A file that two commits have differently.
 *
 * @param before its path in the first; empty if it is new
 * @param after its path in the second; empty if it was removed
 */
public record ChangedPath(Optional<String> before, Optional<String> after) {
  /** Its name now, or the last one. */
  public String path() {
    return after.or(() -> before).orElseThrow();
  }
}
