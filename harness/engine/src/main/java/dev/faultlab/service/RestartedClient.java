package dev.faultlab.service;

import dev.faultlab.testcontainers.condition.Answers;
import dev.faultlab.testcontainers.condition.Client;

/**
 * The checked service, started again under the condition, before its second requests: a service
 * that looks names up at its start, or keeps its connections, meets the condition then.
 */
final class RestartedClient implements Client {
  private final CheckedService service;
  private boolean asked;

  /** For one trial. */
  RestartedClient(CheckedService service) {
    this.service = service;
  }

  @Override
  public String address() {
    return service.client().address();
  }

  @Override
  public Answers ask(int requests, int atOnce) {
    if (asked) {
      try {
        service.restart();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while the service restarted", e);
      }
    }
    asked = true;
    return service.client().ask(requests, atOnce);
  }

  @Override
  public Answers upload(int requests) {
    return service.client().upload(requests);
  }
}
