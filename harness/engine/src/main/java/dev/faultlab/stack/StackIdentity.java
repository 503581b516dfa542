package dev.faultlab.stack;

import dev.faultlab.owner.Labels;
import dev.faultlab.owner.Owner;
import java.util.Locale;
import java.util.Map;

/**
 * The identity of a stack. A compose file puts the first three on everything as labels, and takes
 * its addresses from the fourth.
 *
 * @param run id of the run
 * @param owner as {@link Owner#label()}
 * @param stack unique in its run
 * @param net first three octets of its /24, e.g. {@code 198.18.7}
 */
public record StackIdentity(String run, String owner, String stack, String net) {

  /** The compose project: containers and networks are named after it. */
  public String project() {
    String name = "faultlab-" + stack + "-" + run;
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_-]", "-");
  }

  /** The identity as compose variables. */
  Map<String, String> variables() {
    return Map.of(
        "FAULTLAB_RUN", run,
        "FAULTLAB_OWNER", owner,
        "FAULTLAB_STACK", stack,
        "FAULTLAB_NET", net);
  }

  /** As the labels that every container, network and volume has to carry. */
  public Map<String, String> labels() {
    return Map.of(Labels.RUN, run, Labels.OWNER, owner, Labels.STACK, stack);
  }
}
