package dev.faultlab.stack;

import dev.faultlab.lab.Step;
import dev.faultlab.plan.StackSpec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The running services of one stack specification.
 *
 * @param name short name, unique in its run
 * @param spec what it was started from
 * @param net first three octets of its network, e.g. {@code 198.18.7}
 * @param services by compose name
 * @param placeholders addresses of services, as {@link ComposeModel#placeholders()}
 */
public record Stack(
    String name,
    StackSpec spec,
    String net,
    Map<String, Service> services,
    Map<String, String> placeholders) {
  /** The end of the log of each service that has ended; empty when all are running. */
  public String exitTexts() throws InterruptedException {
    return exitTexts(services.values());
  }

  /** The end of the log of each service that has one. */
  public String logs(int lines) throws InterruptedException {
    StringBuilder text = new StringBuilder();
    for (Service service : new TreeMap<>(services).values()) {
      String log = service.log(lines).strip();
      if (!log.isEmpty()) {
        text.append("\n").append(service.name()).append(", the end of its log:\n").append(log);
      }
    }
    return text.toString();
  }

  /** Whether all services run, and nothing else runs in them. */
  public boolean isIntact() throws InterruptedException {
    return services.values().stream().noneMatch(Service::isBusy) && exitTexts().isEmpty();
  }

  static String exitTexts(Iterable<? extends Service> services) throws InterruptedException {
    StringBuilder text = new StringBuilder();
    for (Service service : services) {
      text.append(service.exitText());
    }
    return text.toString();
  }

  /**
   * The service of that name.
   *
   * @throws StackException when the profile has no such service
   */
  public Service service(String service) {
    Service found = services.get(service);
    if (found == null) {
      throw new StackException(
          "profile %s has no service '%s'; it has %s"
              .formatted(spec.profile(), service, services.keySet()));
    }
    return found;
  }

  /**
   * The k6 service that scripts run in.
   *
   * @param step that is to run there
   * @throws StackException when there is none, or more than one
   */
  public Service k6(Step.K6 step) {
    List<String> found = services.keySet().stream().filter(step::runsIn).toList();
    if (found.size() != 1) {
      throw new StackException(
          "profile %s has the k6 services %s, a k6 step needs one"
              .formatted(spec.profile(), found));
    }
    return services.get(found.get(0));
  }
}
