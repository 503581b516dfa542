package dev.faultlab.upgrade;

import dev.faultlab.point.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A signature in one place.
 *
 * @param lab name
 * @param variant id
 * @param title of the variant
 * @param at its settings beside the components
 * @param signature id
 * @param before what the team's version showed; empty where it was not run there
 * @param candidates one per candidate
 */
public record Row(
    String lab,
    String variant,
    String title,
    Map<String, Value> at,
    String signature,
    Optional<Side> before,
    List<Held> candidates) {

  Row candidates(List<Held> held) {
    return new Row(lab, variant, title, at, signature, before, held);
  }
}
