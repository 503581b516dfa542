package dev.faultlab.roll;

import dev.faultlab.run.Workers;
import dev.faultlab.stack.Execution;
import dev.faultlab.stack.ProjectStack;
import dev.faultlab.stack.StackException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A cluster of containers in a network of its own. Each node has a container per age, of which one
 * runs, and one volume and address for both. Ports are the systems' own, in each container: no
 * client's port can take them.
 */
final class DockerRollStack implements RollStack {
  static final Duration START = Duration.ofMinutes(5);
  private static final Duration STOP = Duration.ofMinutes(3);
  private static final Duration WORK = Duration.ofMinutes(20);
  private static final Duration PAUSE = Duration.ofSeconds(5);
  private static final int POLL_MILLIS = 500;
  private static final int LOG_LINES = 200;

  private static final Runnable NOTHING = () -> {};
  private static final Pattern KILLED = Pattern.compile("status 137\\b|out of memory");

  private final RollQuestion question;
  private final Pass pass;
  private final ProjectStack stack;
  private final RollCondition condition;
  private final Map<String, Age> ages = new HashMap<>();

  DockerRollStack(RollQuestion question, Pass pass, ProjectStack stack, byte[] caller) {
    this.question = question;
    this.pass = pass;
    this.stack = stack;
    this.condition = new RollCondition(question, stack, caller);
  }

  @Override
  public void start() throws InterruptedException {
    Stream<String> beside = question.form().beside().keySet().stream();
    stack.start(Stream.concat(beside, RollModel.PROGRAMS.stream()).toList(), START);
    List<String> names = question.names();
    int begin = names.size() - question.grown();
    stack.start(
        names.subList(0, begin).stream().map(n -> RollModel.service(n, Age.OLD)).toList(), START);
    for (String node : names.subList(0, begin)) {
      require(node);
    }
    for (String node : names.subList(begin, names.size())) {
      ask(Age.OLD, List.of("invite", "node=" + node));
      stack.start(List.of(RollModel.service(node, Age.OLD)), START);
      ask(Age.OLD, List.of("promote", "node=" + node));
      require(node);
    }
    ask(Age.OLD, List.of("begin"));
  }

  private void require(String node) throws InterruptedException {
    ages.put(node, Age.OLD);
    Status back = ready(node);
    if (back.gone()) {
      throw new StackException("node " + node + " does not start: " + back.why());
    }
  }

  @Override
  public Status step(String node, Age age) throws InterruptedException {
    stack.stop(RollModel.service(node, ages.get(node)), STOP);
    ages.put(node, age);
    stack.start(List.of(RollModel.service(node, age)), START);
    return ready(node);
  }

  @Override
  public Supplier<Count> startCondition() throws InterruptedException {
    return condition.begin();
  }

  @Override
  public void pause() throws InterruptedException {
    Thread.sleep(PAUSE.toMillis());
  }

  private Status ready(String node) throws InterruptedException {
    long deadline = System.nanoTime() + START.toNanos();
    while (true) {
      String lastOutput;
      try {
        Execution asked =
            execute(RollModel.program(Age.OLD), List.of("ready", "node=" + node), NOTHING);
        if (asked.exitStatus() == 0) {
          return checkVersion(node);
        }
        lastOutput = asked.tail();
      } catch (StackException e) {
        lastOutput = e.getMessage();
      }
      Status ended = ended(node);
      if (ended.gone()) {
        return ended;
      }
      if (System.nanoTime() > deadline) {
        String format = "runs and is not ready after %d s: %s%n%s";
        String log = stack.service(RollModel.service(node, ages.get(node))).log(6).strip();
        return new Status(false, format.formatted(START.toSeconds(), lastOutput, log));
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** A result names versions: they are those that ran. */
  private Status checkVersion(String node) throws InterruptedException {
    Age age = ages.get(node);
    String service = RollModel.service(node, age);
    String runs =
        text(question.form().guests()
                ? stack.service(service).execute(GuestNode.VERSION, WORK)
                : execute(service, List.of("version"), NOTHING))
            .strip();
    String expected = question.versions().get(pass.runs(age));
    String text = "runs version '%s', expected %s";
    return runs.equals(expected) ? Status.READY : new Status(false, text.formatted(runs, expected));
  }

  @Override
  public Status ended(String node) throws InterruptedException {
    String service = RollModel.service(node, ages.get(node));
    String ended = stack.ended(service);
    return ended.isEmpty()
        ? Status.READY
        : end(question.form().said(), ended, stack.service(service).log(LOG_LINES));
  }

  /**
   * Status and cause of an end. One without memory, or killed although faultlab did not stop it,
   * says nothing of versions.
   *
   * @param said of {@link RollForm}; the last match decides
   * @param ended status, with the end of the log below it
   */
  static Status end(Pattern said, String ended, String log) {
    String status = ended.lines().findFirst().orElse(ended);
    String why =
        said.matcher(log)
            .results()
            .map(
                match ->
                    IntStream.rangeClosed(1, match.groupCount())
                        .mapToObj(match::group)
                        .filter(Objects::nonNull)
                        .collect(Collectors.joining(": ", status + " ", "")))
            .reduce((earlier, later) -> later)
            .orElse(ended);
    return new Status(!KILLED.matcher(status).find(), why);
  }

  @Override
  public List<String> ask(Age age, List<String> words) throws InterruptedException {
    return lines(words, execute(RollModel.program(age), words, NOTHING));
  }

  private static List<String> lines(List<String> words, Execution done) {
    if (done.exitStatus() != 0) {
      throw new StackException("'" + String.join(" ", words) + "': " + done.tail());
    }
    return text(done).lines().toList();
  }

  @Override
  public Client keep(List<String> words, String end) throws InterruptedException {
    Semaphore printed = new Semaphore(0);
    FutureTask<List<String>> client =
        new FutureTask<>(
            () -> lines(words, execute(RollModel.program(Age.OLD), words, printed::release))) {
          @Override
          protected void done() {
            printed.release(RollRun.MIN_OPERATIONS);
          }
        };
    new Thread(client, "client").start(); // ends with its container at the latest
    printed.acquire();
    return () -> {
      printed.acquire(RollRun.MIN_OPERATIONS - 1);
      stack.put(RollModel.program(Age.OLD), end, "");
      return Workers.await(client);
    };
  }

  private Execution execute(String service, List<String> words, Runnable printed)
      throws InterruptedException {
    List<String> command = new ArrayList<>(question.form().program());
    command.addAll(words);
    return stack.service(service).execute(command, WORK, printed);
  }

  private static String text(Execution done) {
    return new String(done.stdout(), StandardCharsets.UTF_8);
  }
}
