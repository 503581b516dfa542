package dev.faultlab.sbom;

import dev.faultlab.manifest.Mention;
import dev.faultlab.manifest.Reading;
import dev.faultlab.manifest.Unclear;
import java.util.List;
import java.util.Optional;

/**
 * What an SBOM says.
 *
 * @param name of its file or image, in words
 * @param components how many there are
 * @param nameless those without a package URL that can be read
 * @param mentions those that were asked for, each version once
 * @param unclear what was not understood of those, or of all
 */
public record Sbom(
    String name, int components, int nameless, List<Mention> mentions, List<Unclear> unclear) {
  /** What it says of one of the files that it was made from. */
  public Reading of(String path) {
    return new Reading(
        mentions.stream().filter(mention -> mention.place().path().equals(path)).toList(),
        unclear.stream().filter(problem -> problem.place().path().equals(path)).toList(),
        Optional.empty());
  }
}
