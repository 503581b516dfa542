package dev.faultlab.service;

import dev.faultlab.check.CheckFile;
import dev.faultlab.stack.ProjectStack;
import dev.faultlab.stack.StackException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The service that is checked, in a stack whose other parts run. */
final class CheckedService {
  private static final Duration START_LIMIT = Duration.ofMinutes(10);

  /** A Java service takes half a minute on a busy machine. */
  private static final Duration READY_LIMIT = Duration.ofMinutes(3);

  private static final int ASK_SECONDS = 10;
  private static final long POLL_MILLIS = 200;

  private final CheckFile check;
  private final ServiceModel model;
  private final ProjectStack stack;
  private final AskingClient client;

  CheckedService(CheckFile check, ServiceModel model, ProjectStack stack, ComposedParts parts) {
    this.check = check;
    this.model = model;
    this.stack = stack;
    this.client = new AskingClient(parts, stack, check.ask(), check.upload());
  }

  /**
   * Starts the service, and returns when it answers.
   *
   * @throws StackException when it ends, or does not answer in time, with the end of its log
   */
  void start() throws InterruptedException {
    List<String> services =
        Stream.concat(
                model.services().stream().filter(s -> !s.equals(check.service())),
                Stream.of(check.service()))
            .toList();
    List<HostCopy> copies = model.copies();
    if (!copies.isEmpty()) {
      stack.create(services, START_LIMIT);
      copies.forEach(copy -> stack.unpack(copy.service(), copy.archive()));
    }
    stack.up(services, START_LIMIT);
    awaitAnswer();
  }

  /** Starts the service again: it has no connection and no remembered address then. */
  void restart() throws InterruptedException {
    stack.restart(check.service());
    awaitAnswer();
  }

  private void awaitAnswer() throws InterruptedException {
    long deadline = System.nanoTime() + READY_LIMIT.toNanos();
    String last = "nothing";
    while (System.nanoTime() < deadline) {
      if (stack.ready(check.service())) {
        last = client.once(ASK_SECONDS);
        if (AskingClient.answered(last)) {
          return;
        }
      }
      Thread.sleep(POLL_MILLIS);
    }
    throw new StackException(
        "service %s: found %s for %s within %d s, expected a status from 200 to 399; the end of its log:%n%s"
            .formatted(
                check.service(),
                last,
                check.ask(),
                READY_LIMIT.toSeconds(),
                stack.service(check.service()).log(6).strip()));
  }

  AskingClient client() {
    return client;
  }
}
