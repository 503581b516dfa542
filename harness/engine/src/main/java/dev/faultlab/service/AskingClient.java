package dev.faultlab.service;

import dev.faultlab.check.Ask;
import dev.faultlab.stack.ProjectStack;
import dev.faultlab.testcontainers.condition.Answers;
import dev.faultlab.testcontainers.condition.Client;
import dev.faultlab.testcontainers.condition.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The checked service, which is asked with curl from a container of its own: TLS, HTTP/2, headers
 * and bodies are curl's. Headers and bodies are in files, never in a command line. Certificates are
 * not verified, because the name is the project's.
 */
final class AskingClient implements Client {
  private static final String FOLDER = "/tmp/";
  private static final int LEAST_ANSWERED = 200;
  private static final int LEAST_ERROR = 400;

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

  private final Part load;
  private final String address;
  private final Ask ask;
  private final Optional<Ask> upload;

  AskingClient(ComposedParts parts, ProjectStack stack, Ask ask, Optional<Ask> upload) {
    write(stack, "ask", ask);
    upload.ifPresent(large -> write(stack, "upload", large));
    this.load = parts.load();
    this.address = new Addresses(stack.identity().net()).hold();
    this.ask = ask;
    this.upload = upload;
  }

  private static void write(ProjectStack stack, String name, Ask what) {
    String headers =
        what.headers().entrySet().stream()
            .map(h -> h.getKey() + ": " + h.getValue() + "\n")
            .collect(Collectors.joining());
    stack.put(ServiceModel.LOAD, FOLDER + name + ".headers", headers);
    stack.put(ServiceModel.LOAD, FOLDER + name + ".body", what.body().orElse(""));
  }

  @Override
  public String address() {
    return address;
  }

  @Override
  public Answers ask(int requests, int atOnce) {
    return send(requests, atOnce, "ask", ask);
  }

  @Override
  public Answers upload(int requests) {
    Ask large =
        upload.orElseThrow(
            () -> new IllegalStateException("this condition needs upload: in faultlab.yaml"));
    return send(requests, requests, "upload", large);
  }

  /**
   * The outcome of one request, for a person: {@code 200}, {@code no answer (curl 7)}.
   *
   * @param seconds of patience
   */
  String once(int seconds) {
    String[] words = curl(1, 1, "ask", ask, seconds).get(0).split(" ");
    return words[0].equals("000") ? "no answer (curl's status " + words[1] + ")" : words[0];
  }

  /** Whether an outcome of {@link #once} is an answer. */
  static boolean answered(String status) {
    return status.matches("[0-9]{3}")
        && Integer.parseInt(status) >= LEAST_ANSWERED
        && Integer.parseInt(status) < LEAST_ERROR;
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
    words.addAll(List.of("--noproxy", "*", "--connect-to", "::" + address + ":"));
    words.addAll(List.of("-H", "@" + FOLDER + name + ".headers"));
    if (what.method().equals("HEAD")) {
      words.add("-I");
    } else {
      words.addAll(List.of("-X", what.method()));
    }
    if (what.body().isPresent()) {
      words.addAll(List.of("--data-binary", "@" + FOLDER + name + ".body"));
    }
    words.addAll(List.of("--url", what.url()));
    List<String> lines = load.bash(SEND, words.toArray(String[]::new)).lines().toList();
    if (lines.size() != requests) {
      throw new IllegalStateException(
          "expected %d outcomes of curl, found %d".formatted(requests, lines.size()));
    }
    return lines;
  }
}
