package dev.faultlab.service;

import dev.faultlab.check.Ask;
import dev.faultlab.check.CheckFile;
import dev.faultlab.files.Json;
import dev.faultlab.seen.AskedRequest;
import dev.faultlab.seen.AskedRequest.Ending;
import dev.faultlab.stack.ProjectStack;
import dev.faultlab.stack.StackException;
import dev.faultlab.testcontainers.condition.Caller;
import dev.faultlab.testcontainers.condition.Client;
import dev.faultlab.testcontainers.condition.Part;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The service that is checked, in a stack whose other parts run. It is asked by the program caller
 * from a container of its own. Headers and bodies are in a file, never in a command line.
 * Certificates are not verified, because the name is the project's.
 */
final class CheckedService implements Client {
  private static final Duration START_LIMIT = Duration.ofMinutes(10);

  /** A Java service takes half a minute on a busy machine. */
  private static final Duration READY_LIMIT = Duration.ofMinutes(3);

  private static final Duration ONE_ANSWER = Duration.ofSeconds(10);
  private static final long POLL_MILLIS = 200;
  private static final String FILE = "/faultlab-requests.json";

  private static final String ACCEPTS =
      "(exec 3<>\"/dev/tcp/$1/$2\") 2>/dev/null && echo yes || true";

  private final CheckFile check;
  private final ServiceModel model;
  private final ProjectStack stack;
  private final Client load;
  private boolean restarts;

  /**
   * Starts the load, whose container runs.
   *
   * @param caller the program
   */
  CheckedService(CheckFile check, ServiceModel model, ProjectStack stack, byte[] caller) {
    this.check = check;
    this.model = model;
    this.stack = stack;
    if (check.ask().isEmpty()) {
      this.load = Client.calling(address(), check.patience().callsEvery().orElseThrow());
      return;
    }
    Map<String, Object> kinds = new LinkedHashMap<>();
    kinds.put("ask", request(check.ask().get()));
    check.upload().ifPresent(large -> kinds.put("upload", request(large)));
    stack.putProgram(ServiceModel.LOAD, Caller.PATH, caller);
    stack.put(
        ServiceModel.LOAD,
        FILE,
        Json.text(Json.MAPPER.writer(), Map.of("to", address(), "kinds", kinds)));
    this.load = Caller.load(ServiceStack.part(stack, ServiceModel.LOAD), address(), FILE);
  }

  private static Map<String, Object> request(Ask ask) {
    Map<String, Object> request = new LinkedHashMap<>();
    request.put("method", ask.method());
    request.put("url", ask.url());
    request.put("headers", ask.headers());
    ask.body().ifPresent(body -> request.put("body", body));
    return request;
  }

  /**
   * Starts the service, and returns when it answers.
   *
   * @throws StackException when it ends, or does not answer in time, with the end of its log
   */
  void start() throws InterruptedException {
    List<String> services = new ArrayList<>(model.services());
    services.remove(check.service());
    services.add(check.service());
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

  /**
   * The same service for one trial.
   *
   * @param restarted whether it is started again under the condition: a service that looks names up
   *     at its start, or keeps its connections, meets the condition then
   */
  Client forTrial(boolean restarted) {
    restarts = restarted;
    return this;
  }

  private void awaitAnswer() throws InterruptedException {
    long deadline = System.nanoTime() + READY_LIMIT.toNanos();
    String last = "nothing";
    while (System.nanoTime() < deadline) {
      if (stack.ready(check.service())) {
        if (check.ask().isEmpty()) {
          return;
        }
        load.forget();
        AskedRequest one = load.ask(1, 1, ONE_ANSWER).get(0);
        if (one.ending() == Ending.ANSWERED) {
          return;
        }
        last = one.ending() == Ending.OPEN ? "no answer" : one.detail();
      }
      Thread.sleep(POLL_MILLIS);
    }
    throw new StackException(
        "service %s: found %s for %s within %d s, expected a status from 200 to 399; the end of its log:%n%s"
            .formatted(
                check.service(),
                last,
                check.asked(),
                READY_LIMIT.toSeconds(),
                stack.service(check.service()).log(6).strip()));
  }

  @Override
  public String address() {
    return new Addresses(stack.identity().net()).hold();
  }

  @Override
  public List<AskedRequest> ask(int requests, int atOnce, Duration wait) {
    return load.ask(requests, atOnce, wait);
  }

  @Override
  public void forget() {
    load.forget();
  }

  @Override
  public void upload(int requests) {
    load.upload(requests);
  }

  private boolean accepts(Ask ask) {
    Part asker = ServiceStack.part(stack, ServiceModel.LOAD);
    return !asker.bash(ACCEPTS, address(), Integer.toString(ask.port())).isEmpty();
  }

  @Override
  public void counts(LongSupplier replies) {
    load.counts(replies);
  }

  /** It is ready when its health check says so and it accepts a connection, answered or not. */
  @Override
  public Optional<String> hurt() {
    if (!restarts) {
      return Optional.empty();
    }
    try {
      stack.restart(check.service());
      long deadline = System.nanoTime() + READY_LIMIT.toNanos();
      while (System.nanoTime() < deadline) {
        if (stack.ready(check.service()) && check.ask().map(this::accepts).orElse(true)) {
          return Optional.empty();
        }
        Thread.sleep(POLL_MILLIS);
      }
      String ended = stack.service(check.service()).obituary();
      if (ended.isEmpty()) {
        throw new IllegalStateException(
            "service %s accepted no connection within %d s of its restart"
                .formatted(check.service(), READY_LIMIT.toSeconds()));
      }
      return Optional.of(ended.strip());
    } catch (StackException e) {
      return Optional.of(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the service restarted", e);
    }
  }
}
