package dev.faultlab.service;

import dev.faultlab.check.Ask;
import dev.faultlab.check.CheckFile;
import dev.faultlab.stack.ProjectStack;
import dev.faultlab.stack.StackException;
import dev.faultlab.testcontainers.condition.Answers;
import dev.faultlab.testcontainers.condition.Client;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The service that is checked, in a stack whose other parts run. It is asked with curl from a
 * container of its own: TLS, HTTP/2, headers and bodies are curl's. Headers and bodies are in
 * files, never in a command line. Certificates are not verified, because the name is the project's.
 */
final class CheckedService implements Client {
  private static final Duration START_LIMIT = Duration.ofMinutes(10);

  /** A Java service takes half a minute on a busy machine. */
  private static final Duration READY_LIMIT = Duration.ofMinutes(3);

  private static final int ASK_SECONDS = 10;
  private static final long POLL_MILLIS = 200;
  private static final String FOLDER = "/tmp/";

  /** Each line of output is a status of HTTP and an exit status of curl. */
  private static final String SEND =
      """
      turns=$(($1 / $2)) users=$2; shift 2
      ask() { for ((k = 0; k < turns; k++)); do curl "$@" || true; done; }
      for ((user = 0; user < users; user++)); do ask "$@" & done
      wait
      """;

  /** curl's exit status when the time is over. */
  private static final int TIMED_OUT = 28;

  private final CheckFile check;
  private final ServiceModel model;
  private final ProjectStack stack;
  private boolean restarts;
  private boolean asked;

  CheckedService(CheckFile check, ServiceModel model, ProjectStack stack) {
    this.check = check;
    this.model = model;
    this.stack = stack;
    write("ask", check.ask());
    check.upload().ifPresent(large -> write("upload", large));
  }

  private void write(String name, Ask what) {
    String headers =
        what.headers().entrySet().stream()
            .map(h -> h.getKey() + ": " + h.getValue() + "\n")
            .collect(Collectors.joining());
    stack.put(ServiceModel.LOAD, FOLDER + name + ".headers", headers);
    stack.put(ServiceModel.LOAD, FOLDER + name + ".body", what.body().orElse(""));
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
   * @param restarted whether it is started again under the condition, before its second requests: a
   *     service that looks names up at its start, or keeps its connections, meets the condition
   *     then
   */
  Client forTrial(boolean restarted) {
    restarts = restarted;
    asked = false;
    return this;
  }

  private void awaitAnswer() throws InterruptedException {
    long deadline = System.nanoTime() + READY_LIMIT.toNanos();
    String last = "nothing";
    while (System.nanoTime() < deadline) {
      if (stack.ready(check.service())) {
        String[] words = curl(1, 1, "ask", check.ask(), ASK_SECONDS).get(0).split(" ");
        if (answered(words[0])) {
          return;
        }
        last = words[0].equals("000") ? "no answer (curl's status " + words[1] + ")" : words[0];
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

  private static boolean answered(String status) {
    return status.matches("[23][0-9]{2}");
  }

  @Override
  public String address() {
    return new Addresses(stack.identity().net()).hold();
  }

  @Override
  public Answers ask(int requests, int atOnce) {
    if (asked && restarts) {
      try {
        restart();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while the service restarted", e);
      }
    }
    asked = true;
    return send(requests, atOnce, "ask", check.ask());
  }

  @Override
  public Answers upload(int requests) {
    return send(requests, requests, "upload", check.upload().orElseThrow());
  }

  private Answers send(int requests, int atOnce, String name, Ask what) {
    int answered = 0;
    int unanswered = 0;
    for (String line : curl(requests, atOnce, name, what, PATIENCE_SECONDS)) {
      String[] words = line.split(" ");
      if (answered(words[0]) && words[1].equals("0")) {
        answered++;
      } else if (Integer.parseInt(words[1]) == TIMED_OUT) {
        unanswered++;
      }
    }
    return new Answers(requests, answered, requests - answered - unanswered, unanswered);
  }

  private List<String> curl(int requests, int atOnce, String name, Ask what, int seconds) {
    List<String> words =
        new ArrayList<>(List.of(Integer.toString(requests), Integer.toString(atOnce)));
    words.addAll(List.of("-s", "-k", "-o", "/dev/null"));
    words.addAll(List.of("-w", "%{http_code} %{exitcode}\\n", "-m", Integer.toString(seconds)));
    words.addAll(List.of("--noproxy", "*", "--connect-to", "::" + address() + ":"));
    words.addAll(List.of("-H", "@" + FOLDER + name + ".headers"));
    words.addAll(what.method().equals("HEAD") ? List.of("-I") : List.of("-X", what.method()));
    if (what.body().isPresent()) {
      words.addAll(List.of("--data-binary", "@" + FOLDER + name + ".body"));
    }
    words.addAll(List.of("--url", what.url()));
    List<String> lines =
        ServiceStack.part(stack, ServiceModel.LOAD)
            .bash(SEND, words.toArray(String[]::new))
            .lines()
            .toList();
    if (lines.size() != requests) {
      throw new IllegalStateException(
          "expected %d outcomes of curl, found %d".formatted(requests, lines.size()));
    }
    return lines;
  }
}
