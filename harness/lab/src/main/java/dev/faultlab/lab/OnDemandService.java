package dev.faultlab.lab;

import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import java.util.Collection;
import java.util.Map;

/**
 * A service that only some trials need. A stack without such a trial runs without the service, and
 * its images are not resolved.
 *
 * @param images compose variable to its requirement, in addition to the lab's: what only this
 *     service needs. Without placeholders, so that they are the same in every stack
 * @param at axis to the values of the points that need it, all at once; elsewhere its steps are
 *     left out as well. Empty if the steps show the need: one runs in it, or names it in a
 *     placeholder
 */
public record OnDemandService(Map<String, Requirement> images, Map<String, AllowedValues> at) {

  /**
   * Whether a trial needs it.
   *
   * @param service its name in the compose file
   * @param steps of the trial
   */
  public boolean needed(String service, Point point, Collection<Step> steps) {
    return at.isEmpty()
        ? steps.stream().anyMatch(step -> uses(step, service))
        : at.entrySet().stream()
            .allMatch(e -> e.getValue().allows(point.on(e.getKey()).orElse(Value.NONE)));
  }

  static boolean uses(Step step, String service) {
    return step.runsIn(service)
        || Texts.of(step).stream()
            .flatMap(text -> Template.names(text).stream())
            .anyMatch(name -> Template.service(name).filter(service::equals).isPresent());
  }
}
