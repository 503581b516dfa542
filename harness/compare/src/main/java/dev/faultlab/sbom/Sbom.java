package dev.faultlab.sbom;

import dev.faultlab.manifest.Mention;
import dev.faultlab.manifest.MentionPairs;
import dev.faultlab.manifest.Move;
import dev.faultlab.manifest.Unclear;
import java.util.ArrayList;
import java.util.List;

/**
 * What an SBOM says.
 *
 * @param file its name in words
 * @param components how many there are
 * @param mentions those that were asked for, each version once
 * @param unclear what was not understood
 */
public record Sbom(String file, int components, List<Mention> mentions, List<Unclear> unclear) {

  /** From this to another; a component that does not move has the same version on both sides. */
  public List<Move> to(Sbom other) {
    List<Move> moves = new ArrayList<>(MentionPairs.of(mentions, other.mentions).moves());
    for (Mention now : other.mentions) {
      mentions.stream()
          .filter(now::sameAs)
          .findFirst()
          .map(old -> new Move(old, now))
          .ifPresent(moves::add);
    }
    return moves;
  }
}
