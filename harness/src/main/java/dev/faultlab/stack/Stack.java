package dev.faultlab.stack;

import dev.faultlab.plan.StackSpec;
import java.util.Map;

/**
 * The running services of one stack specification.
 *
 * @param name short name, unique in its run
 * @param spec what it was started from
 * @param net first three octets of its network, e.g. {@code 198.18.7}
 * @param hold what keeps that network its own for as long as the stack is in use
 * @param services by compose name
 */
public record Stack(String name, StackSpec spec, String net, AutoCloseable hold, Map<String, Service> services) {

  /** The end of the log of each service that has ended; empty when all are running. */
  public String ended() throws InterruptedException {
    return ended(services.values());
  }

  static String ended(Iterable<? extends Service> services) throws InterruptedException {
    StringBuilder text = new StringBuilder();
    for (Service service : services) {
      text.append(service.obituary());
    }
    return text.toString();
  }

  /**
   * The service of that name.
   *
   * @throws StackException when the profile has none
   */
  public Service service(String service) {
    Service found = services.get(service);
    if (found == null) {
      throw new StackException(
          "profile "
              + spec.profile()
              + " has no service '"
              + service
              + "'; it has "
              + services.keySet());
    }
    return found;
  }
}
