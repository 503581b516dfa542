package dev.faultlab.service;

import dev.faultlab.check.CheckFile;
import dev.faultlab.check.Request;
import dev.faultlab.files.Json;
import dev.faultlab.seen.SentRequest;
import dev.faultlab.seen.SentRequest.Ending;
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
import java.util.function.Consumer;

/**
 * The service that is checked, in a stack whose other parts run. It is asked by the program caller
 * from a container of its own. Headers and bodies are in a file, never in a command line.
 * Certificates are not verified, because the name is the project's.
 */
final class CheckedService {
  private static final Duration START_LIMIT = Duration.ofMinutes(10);

  /** A Java service takes half a minute on a busy machine. */
  private static final Duration READY_LIMIT = Duration.ofMinutes(3);

  /** Once its health check passes or it accepts a connection; twice that if on another port. */
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);

  private static final Duration REQUEST_LIMIT = Duration.ofSeconds(10);
  private static final long POLL_MILLIS = 200;
  private static final String FILE = "/faultlab-requests.json";

  /** Prints the open ports, without that of Docker's name server. */
  private static final String LIST_PORTS =
      "ss -Hltn | awk '$4 !~ /^127.0.0.11:/ { sub(/.*:/, \"\", $4); print $4 }' | sort -nu | paste -sd,";

  private static final String OPEN = "(exec 3<>\"/dev/tcp/$1/$2\") 2>/dev/null && echo yes || true";

  private final CheckFile check;
  private final ServiceModel model;
  private final ProjectStack stack;
  private final Runnable onCreated;

  /** What asks it, or what it sends by itself. */
  final Client client;

  private boolean started;

  /**
   * Starts the load, whose container runs.
   *
   * @param caller the program
   * @param onCreated called once the project's containers are there, before they start
   */
  CheckedService(
      CheckFile check, ServiceModel model, ProjectStack stack, byte[] caller, Runnable onCreated) {
    this.check = check;
    this.model = model;
    this.stack = stack;
    this.onCreated = onCreated;
    if (check.ask().isEmpty()) {
      this.client = Client.calling(address(), check.limits().callsEvery().orElseThrow());
      return;
    }
    Map<String, Request> kinds = new LinkedHashMap<>(Map.of("ask", check.ask().get()));
    check.upload().ifPresent(large -> kinds.put("upload", large));
    stack.putProgram(ServiceModel.LOAD, Caller.PATH, caller);
    stack.put(
        ServiceModel.LOAD,
        FILE,
        Json.text(Json.MAPPER.writer(), Map.of("to", address(), "kinds", kinds)));
    this.client = Caller.load(ServiceStack.part(stack, ServiceModel.LOAD), address(), FILE);
  }

  /**
   * Starts the service, and returns when it answers. A start leaves it without open connections and
   * cached addresses.
   *
   * @param note receives what the service still waits for, if that takes long
   * @throws DoesNotStart when it ends, with the end of its log
   * @throws NoAnswer when it does not answer in time
   */
  void start(Consumer<String> note) throws InterruptedException {
    try {
      if (started) {
        stack.restart(check.service());
      } else {
        startContainers();
      }
      awaitAnswer(note);
    } catch (StackException e) {
      // The engine fails, too; then the service has not ended.
      boolean ended = !(e instanceof NoAnswer) && !stack.ended(check.service()).isEmpty();
      throw ended ? new DoesNotStart(e) : e;
    }
  }

  private void startContainers() throws InterruptedException {
    started = true;
    List<String> services = new ArrayList<>(model.services());
    services.remove(check.service());
    services.add(check.service());
    List<HostCopy> copies = model.copies();
    if (!copies.isEmpty()) {
      stack.create(services, START_LIMIT);
      copies.forEach(copy -> stack.unpack(copy.service(), copy.archive(Map.of())));
      onCreated.run();
    }
    stack.start(services, START_LIMIT);
  }

  private void awaitAnswer(Consumer<String> note) throws InterruptedException {
    long begin = System.nanoTime();
    Duration limit = READY_LIMIT;
    Duration waited = Duration.ZERO;
    boolean up = false;
    String health = "";
    String last = "nothing";
    while (waited.compareTo(limit) < 0 && !health.equals("unhealthy")) {
      health = stack.health(check.service());
      if (health.matches("|healthy")) {
        if (check.ask().isEmpty()) {
          return;
        }
        client.forget();
        SentRequest request = client.ask(1, 1, REQUEST_LIMIT).get(0);
        if (request.ending() == Ending.ANSWERED) {
          return;
        }
        last = request.ending() == Ending.OPEN ? "no answer" : request.detail();
        if (!up) {
          up = !health.isEmpty() || accepts(check.ask().get());
          boolean elsewhere = limit.equals(READY_LIMIT) && !ports().isEmpty();
          limit = up || elsewhere ? waited.plus(ANSWER_LIMIT.multipliedBy(up ? 1 : 2)) : limit;
        }
      } else {
        limit = START_LIMIT; // its health check has a limit of its own
        last = "a health check that is " + health;
      }
      Thread.sleep(POLL_MILLIS);
      waited = Duration.ofNanos(System.nanoTime() - begin);
      if (waited.compareTo(ANSWER_LIMIT) > 0) {
        note.accept("no answer yet, found " + last);
      }
    }
    String ports = ports();
    throw new NoAnswer(
        "%s: ask: found %s for %s after %d s, expected a status from 200 to 399; service %s listens on %s; the end of its log:%n%s"
            .formatted(
                check.file().getFileName(),
                last,
                check.brief(),
                waited.toSeconds(),
                check.service(),
                ports.isEmpty() ? "no port" : "port " + ports,
                stack.service(check.service()).log(6).strip()));
  }

  private String ports() {
    return ServiceStack.part(stack, ServiceModel.HOLD).bash(LIST_PORTS).strip();
  }

  String address() {
    return new Addresses(stack.identity().net()).hold();
  }

  private boolean accepts(Request ask) {
    Part prober = ServiceStack.part(stack, ServiceModel.LOAD);
    return !prober.bash(OPEN, address(), Integer.toString(ask.port())).isEmpty();
  }

  /**
   * Starts it again under a condition. It is ready when its health check has an answer and it
   * accepts a connection. If it runs and does not get ready, its requests decide.
   *
   * @return the line with which it ended, if it did not get ready because it ended
   */
  Optional<String> startAgain() {
    try {
      stack.restart(check.service());
      long deadline = System.nanoTime() + READY_LIMIT.toNanos();
      while (System.nanoTime() < deadline) {
        String ended = stack.ended(check.service());
        if (!ended.isEmpty()) {
          return Optional.of(ended);
        }
        String health = stack.health(check.service());
        if (health.equals("unhealthy")
            || health.matches("|healthy") && check.ask().map(this::accepts).orElse(true)) {
          return Optional.empty();
        }
        Thread.sleep(POLL_MILLIS);
      }
      return Optional.empty();
    } catch (InterruptedException e) {
      throw ServiceStack.interrupted(e);
    }
  }
}
