package dev.faultlab.check;

/**
 * A service that the checked one calls.
 *
 * @param service by its name in the compose file
 * @param port on which it listens
 */
public record CalledService(String service, int port) {

  /** {@code backend:8080}. */
  @Override
  public String toString() {
    return service + ":" + port;
  }
}
