package dev.faultlab.run;

import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Lab;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.stack.Execution;
import dev.faultlab.stack.LabServices;
import dev.faultlab.stack.RunEngine;
import dev.faultlab.stack.Service;
import dev.faultlab.stack.Stack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An engine that is not there: its services answer from a table, and a test decides what happens at
 * which moment of a run.
 *
 * <p>Moments have names: {@code begin}, {@code start} and {@code stop} with a stack's name, {@code
 * provenance}, {@code logs}, {@code obituary}, and for a command its first two words, or the name
 * of the script that bash is given.
 */
public final class FakeEngine implements RunEngine {
  /** Services of every stack, in compose.yaml and running. */
  private static final String LIMITS =
      "\"pids_limit\": 9, \"mem_limit\": \"9\", \"security_opt\": [\"no-new-privileges:true\"]";

  public static final List<String> SERVICES = List.of("app", "dns", "sniffer");

  /** What a command in a service comes to. */
  public interface Answer {
    Execution to(List<String> command) throws InterruptedException;
  }

  /** What happens at a moment, before anything else does. */
  public interface Event {
    void happen() throws InterruptedException;
  }

  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final Map<String, Event> events = new ConcurrentHashMap<>();
  private final Map<String, Integer> times = new ConcurrentHashMap<>();
  private final Map<String, byte[]> files = new ConcurrentHashMap<>();

  /** The files of the stack in which this thread carries out a command. */
  private final ThreadLocal<Map<String, byte[]>> stackFiles = new ThreadLocal<>();

  private final List<String> started = new CopyOnWriteArrayList<>();
  private final List<String> stopped = new CopyOnWriteArrayList<>();
  private final List<String> sweptRuns = new CopyOnWriteArrayList<>();
  private volatile Optional<String> refused = Optional.empty();
  private final CountDownLatch sweep = new CountDownLatch(1);
  private volatile String ended = "";
  private volatile String log = "";
  private volatile boolean occupied;
  private volatile boolean answering = true;
  private volatile Optional<GuestStart> guests = Optional.empty();
  private final Map<String, String> provenance = new ConcurrentHashMap<>(Map.of("engine", "none"));

  /** A command that ends well. */
  public static Execution output(String text) {
    return new Execution(0, text.getBytes(StandardCharsets.UTF_8), "");
  }

  /** Waits for a run's stacks to be taken away; whether they were in that time. */
  public boolean isSweptWithin(Duration time) throws InterruptedException {
    return sweep.await(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** From now on a command comes to this. */
  public void answer(String command, Answer answer) {
    answers.put(command, answer);
  }

  /** From now on this happens at that moment. */
  public void on(String moment, Event event) {
    events.put(moment, event);
  }

  /**
   * Puts a file into the evidence folders of the stack in which a command is carried out, or of all
   * stacks where none is: trials of other stacks go on beside it.
   */
  public void file(String name, byte[] content) {
    Optional.ofNullable(stackFiles.get()).orElse(files).put("/evidence/" + name, content);
  }

  /** What services say of their own end, from now on. */
  public void end(String obituary) {
    ended = obituary;
  }

  /** What services have in their logs. */
  public void log(String text) {
    log = text;
  }

  /** A step that was given up goes on, until the stack is taken away. */
  public void occupy() {
    occupied = true;
  }

  /** What compose says of the lab's file, in place of its services. */
  public void compose(String refusal) {
    refused = Optional.of(refusal);
  }

  /** What it says of the machine from now on. */
  public void machine(String what, String value) {
    provenance.put(what, value);
  }

  /** The engine goes away. */
  public void goAway() {
    answering = false;
  }

  /** How guests of the last run were to start. */
  public Optional<GuestStart> guests() {
    return guests;
  }

  /** Names of the stacks that were started. */
  public List<String> started() {
    return started;
  }

  /** Names of the stacks that were taken away before the end of their run. */
  public List<String> stopped() {
    return stopped;
  }

  /** Ids of the runs whose stacks were taken away. */
  public List<String> swept() {
    return sweptRuns;
  }

  /** How often a moment has come. */
  public int times(String moment) {
    return times.getOrDefault(moment, 0);
  }

  /** Says that a moment has come. */
  public void moment(String name) throws InterruptedException {
    times.merge(name, 1, Integer::sum);
    events.getOrDefault(name, () -> {}).happen();
  }

  private void uninterrupted(String name) {
    try {
      moment(name);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String sweepDead() {
    return "";
  }

  @Override
  public List<String> problems(Lab lab) throws InterruptedException {
    return new LabServices(lab, this::compose).problems();
  }

  /** {@code docker compose config}: all services, with the labels that they have to carry. */
  private CommandResult compose(Command command) {
    if (refused.isPresent()) {
      return new CommandResult(1, "", refused.get());
    }
    String labels =
        Stream.of("RUN", "OWNER", "STACK")
            .map(
                label ->
                    String.format(
                        "\"faultlab.%s\": \"%s\"",
                        label.toLowerCase(Locale.ROOT),
                        command.environment().get("FAULTLAB_" + label)))
            .collect(Collectors.joining(", "));
    String services =
        SERVICES.stream()
            .map(name -> "\"" + name + "\": {\"labels\": {" + labels + "}, " + LIMITS + "}")
            .collect(Collectors.joining(", "));
    return new CommandResult(0, "{\"services\": {" + services + "}}", "");
  }

  @Override
  public void begin(String run) throws InterruptedException {
    moment("begin");
  }

  @Override
  public Stack start(
      Plan plan,
      StackSpec spec,
      String run,
      String name,
      Map<String, String> images,
      GuestStart guests)
      throws InterruptedException {
    this.guests = Optional.of(guests);
    moment("start " + name);
    started.add(name);
    Map<String, Service> services = new LinkedHashMap<>();
    Map<String, byte[]> written = new ConcurrentHashMap<>();
    for (String service : SERVICES) {
      if (!plan.idle(spec).contains(service)) {
        String image =
            service.equals("app") ? images.getOrDefault("PROGRAM_IMAGE", service) : service;
        services.put(service, new FakeService(service, image, written));
      }
    }
    return new Stack(name, spec, "198.18.9", services, Map.of());
  }

  @Override
  public void stop(String run, String name) {
    uninterrupted("stop " + name);
    stopped.add(name);
    ended = "";
    occupied = false;
  }

  @Override
  public boolean isReachable() {
    return answering;
  }

  @Override
  public void saveLogs(String run, String name, Path folder)
      throws InterruptedException, IOException {
    moment("logs");
    moment("logs " + name);
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(name + "-app.log"), "served\n");
  }

  @Override
  public boolean sweep(String run) {
    if (Thread.currentThread().isInterrupted()) {
      throw new IllegalStateException("a client does not wait in an interrupted thread");
    }
    boolean present = !sweptRuns.contains(run);
    if (present) {
      sweptRuns.add(run);
      sweep.countDown();
    }
    return present;
  }

  @Override
  public Map<String, String> provenance() throws InterruptedException {
    moment("provenance");
    return Map.copyOf(provenance);
  }

  private final class FakeService implements Service {
    private final String name;
    private final String image;
    private final Map<String, byte[]> written;

    FakeService(String name, String image, Map<String, byte[]> written) {
      this.name = name;
      this.image = image;
      this.written = written;
    }

    private byte[] content(String path) {
      return written.getOrDefault(path, files.getOrDefault(path, new byte[0]));
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Execution execute(List<String> command, Duration limit, Runnable printed)
        throws InterruptedException {
      String key =
          command.get(0).equals("bash")
              ? command.get(3)
              : String.join(" ", command.subList(0, Math.min(2, command.size())));
      stackFiles.set(written);
      try {
        moment(key);
        return answers
            .getOrDefault(key, unknown -> new Execution(127, new byte[0], "no command " + key))
            .to(command);
      } finally {
        stackFiles.remove();
      }
    }

    @Override
    public void fetch(String directory, List<String> names, Path folder) {
      try {
        for (String name : names) {
          // As from a real one: nothing that is there is written over.
          Files.write(
              folder.resolve(name), content(directory + "/" + name), StandardOpenOption.CREATE_NEW);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void awaitEnd(Duration limit) {}

    @Override
    public String exitText() {
      uninterrupted("obituary");
      return ended;
    }

    @Override
    public boolean isBusy() {
      return occupied;
    }

    @Override
    public String image() {
      return image;
    }

    @Override
    public String log(int lines) {
      return log;
    }
  }
}
