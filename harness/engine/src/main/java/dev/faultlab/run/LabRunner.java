package dev.faultlab.run;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.lab.Requirement;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.plan.Wave;
import dev.faultlab.point.Point;
import dev.faultlab.result.PointResult;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.StackResult;
import dev.faultlab.stack.Stack;
import dev.faultlab.stack.StackException;
import dev.faultlab.stack.Stacks;
import dev.faultlab.trial.CaptureWatch;
import dev.faultlab.trial.TrialRunner;
import dev.faultlab.verdict.Obstacle;
import dev.faultlab.verdict.Obstacle.Kind;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** One run of one lab, from plan to result. */
public final class LabRunner {
  /** Most of a trial is waiting; with more of them two cores are busy with starting programs. */
  private static final int SIDE_BY_SIDE = 3;

  private final Plan plan;
  private final List<Wave> waves;
  private final StackSet running;
  private final VerdictSoFar soFar;
  private final RunFolder folder;
  private final Stacks stacks;
  private final Map<Requirement, ImageSource.Image> images;
  private final RunListener listener;
  private final TrialRunner runner;
  private final Stopwatch watch;
  private final Logbook book;
  private final Conditions conditions;

  /** Stacks that have come up since, to what was found of them; empty where nobody has looked. */
  private final Map<StackSpec, Optional<Conditions.Found>> fresh = new ConcurrentHashMap<>();

  /**
   * @param waves in which what is left of the plan is carried out
   * @param images role to what fills it, for every role of the plan
   * @param before what the run is, and what earlier processes have left of it
   */
  public LabRunner(
      Plan plan,
      List<Wave> waves,
      RunFolder folder,
      Stacks stacks,
      Map<Requirement, ImageSource.Image> images,
      RunListener listener,
      Checkpoint before) {
    this.plan = plan;
    this.waves = waves;
    this.soFar = new VerdictSoFar(plan);
    this.folder = folder;
    this.stacks = stacks;
    this.images = images;
    this.listener = listener;
    this.runner = new TrialRunner(folder.path(), components(), listener.watch());
    this.watch = new Stopwatch(runner::loadSeconds);
    this.running = new StackSet(plan, stacks, images, new Gate(), listener);
    this.book = new Logbook(folder, plan, before);
    TrialRunner unloaded = new TrialRunner(folder.path(), components(), CaptureWatch.NONE);
    Calibrator calibrator = new Calibrator(plan.lab(), folder, unloaded);
    this.conditions = new Conditions(plan, calibrator, book, listener);
    goOnWith(before.done());
  }

  private void goOnWith(Checkpoint.Done before) {
    Map<StackSpec, String> names = new LinkedHashMap<>();
    for (Checkpoint.Up up : before.stacks()) {
      names.put(cell(up.point()).stack(), up.stack().name());
      conditions.ranBefore(cell(up.point()).stack(), up.stack().ran());
    }
    running.goOn(names, before.started());
    before.wallTime().forEach(watch::add);
  }

  /**
   * Carries out the plan. What goes wrong on the way makes the result inconclusive, with the
   * reason; from the first trial on there is a result, whatever happens after it.
   *
   * @param imageSeconds how long it took to have the images
   * @throws InterruptedException when the person who waits has had enough: no result
   */
  public RunResult run(double imageSeconds) throws InterruptedException, IOException {
    watch.add(Stopwatch.IMAGES, imageSeconds);
    listener.begins(folder.id(), plan);
    keep();
    for (Wave wave : waves) {
      if (!carriedOut(wave)) {
        break;
      }
    }
    for (String stack : running.up()) {
      keepLogs(stack);
      goOn();
    }
    watch.begin(Stopwatch.ANALYSIS);
    listener.phase("facts and signatures", 0);
    Analysis analysis = analysis();
    goOn();
    watch.begin("");
    return result(analysis, watch.secondsSoFar());
  }

  private Analysis analysis() {
    return Analysis.of(plan.lab(), plan.cells(), book.trials(), book.evidence(), book.obstacles());
  }

  private RunResult result(Analysis analysis, Map<String, Double> wallTime) {
    Map<String, String> facts = new LinkedHashMap<>(book.asked().provenance());
    facts.put("trials at once", Integer.toString(atOnce(plan)));
    facts.put("waves", Integer.toString(book.asked().waves().size()));
    facts.putAll(conditions.found());
    if (!book.before().resumed().isEmpty()) {
      facts.put("resumed", String.join("; ", book.before().resumed()));
    }
    return new RunResult(
        RunResult.SCHEMA,
        folder.id(),
        plan.lab().name(),
        plan.lab().title(),
        plan.quick(),
        book.before().startedAt(),
        Instant.now().toString(),
        plan.parameters(),
        analysis.verdict(),
        analysis.obstacles(),
        plan.cells().stream().map(this::point).toList(),
        stackResults(),
        analysis.outcomes(),
        analysis.effects(),
        analysis.measurements(),
        List.copyOf(book.calibrations()),
        book.trials(),
        wallTime,
        facts);
  }

  /** Brings up the stacks of a wave, when those that it does not need are gone. */
  private void start(Wave wave, TrialQueue queue) throws InterruptedException {
    watch.begin(Stopwatch.STACKS);
    int number = waves.indexOf(wave) + 1;
    String which = waves.size() == 1 ? "" : " of wave " + number + " of " + waves.size();
    if (number > 1) {
      running.keep(wave.stacks());
      goOn();
    }
    Set<String> before = Set.copyOf(running.failures().keySet());
    long more = wave.stacks().stream().filter(s -> running.find(s).isEmpty()).count();
    listener.phase("stacks" + which, (int) more);
    running.start(wave.stacks(), stack -> opened(stack, queue));
    running.failures().entrySet().stream()
        .filter(failure -> !before.contains(failure.getKey()))
        .forEach(f -> book.met(new Obstacle(Kind.STACK, f.getKey(), f.getValue())));
  }

  /**
   * In the short form a stack's trials begin as soon as it is up and was looked at, while others
   * still start: counts decide there, and nobody else has a part in them.
   */
  private void opened(Stack stack, TrialQueue queue) throws InterruptedException, IOException {
    if (!alone(plan)) {
      fresh.put(stack.spec(), Optional.of(conditions.look(stack)));
      queue.open(stack.spec());
    } else {
      fresh.put(stack.spec(), Optional.empty());
    }
  }

  /** Looks at the stacks that nobody has looked at yet, and writes down what was found of all. */
  private void look(Wave wave) throws InterruptedException, IOException {
    listener.phase("calibration", plan.lab().calibrations().size() * fresh.size());
    for (StackSpec spec : wave.stacks()) {
      Optional<Conditions.Found> found = fresh.remove(spec);
      if (found != null) {
        conditions.note(found.isPresent() ? found.get() : conditions.look(running.get(spec)));
      }
    }
  }

  /** Whether the run can go on after it. */
  private boolean carriedOut(Wave wave) throws InterruptedException, IOException {
    try (TrialQueue queue = new TrialQueue(wave.trials(), running, atOnce(plan), this::trial)) {
      wave.stacks().stream().filter(s -> running.find(s).isPresent()).forEach(queue::open);
      start(wave, queue);
      keepMet();
      watch.begin(Stopwatch.CALIBRATION);
      look(wave);
      keepMet();
      watch.begin(Stopwatch.AROUND);
      return trials(wave, queue);
    } catch (RuntimeException | IOException e) {
      goOn();
      brokeOff(e);
      return false;
    }
  }

  /**
   * Whoever is interrupted does not always say so: a client of the engine, for one, may report a
   * broken connection instead.
   *
   * @throws InterruptedException when this thread was interrupted meanwhile
   */
  static void goOn() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  /**
   * Makes an obstacle of what ended the trials.
   *
   * @throws StackException when there is no trial yet and the engine is gone; without a trial
   *     anything else is thrown as it came
   */
  private void brokeOff(Exception e) throws IOException {
    boolean gone = !stacks.answers();
    if (book.trials().isEmpty()) {
      if (gone) {
        throw new StackException("the Docker engine stopped answering: " + e.getMessage(), e);
      }
      if (e instanceof IOException io) {
        throw io;
      }
      throw (RuntimeException) e;
    }
    book.met(
        new Obstacle(
            gone ? Kind.ENGINE : Kind.EVIDENCE,
            "",
            "the run broke off" + (gone ? ", the Docker engine stopped answering: " : ": ") + e));
  }

  private PointResult point(Cell cell) {
    return new PointResult(
        cell.point(),
        cell.id(),
        cell.variant().title(),
        Optional.ofNullable(running.names().get(cell.stack())));
  }

  private List<StackResult> stackResults() {
    List<StackResult> results = new ArrayList<>();
    running
        .names()
        .forEach(
            (spec, name) -> {
              Map<Requirement, String> made = new LinkedHashMap<>();
              plan.images(spec).values().forEach(one -> made.put(one, images.get(one).origin()));
              results.add(
                  new StackResult(
                      name,
                      made,
                      conditions.ran(spec),
                      Optional.ofNullable(running.failures().get(name))));
            });
    return results;
  }

  /** Images of what can be put in by its version: of these a lab wants to know how they fare. */
  private Set<String> components() {
    Set<String> variables = new TreeSet<>();
    plan.lab().axes().forEach(axis -> axis.binding().ifPresent(b -> variables.add(b.variable())));
    return plan.stacks().stream()
        .flatMap(spec -> plan.images(spec).entrySet().stream())
        .filter(image -> variables.contains(image.getKey()))
        .map(image -> images.get(image.getValue()).name())
        .collect(Collectors.toSet());
  }

  private void keepLogs(String stack) throws InterruptedException {
    try {
      stacks.saveLogs(stack, folder.path().resolve("logs"));
    } catch (IOException | RuntimeException e) {
      goOn();
      book.met(
          new Obstacle(
              Kind.EVIDENCE, stack, "the services' logs could not be kept: " + e.getMessage()));
    }
  }

  /** From here on the run can be gone on with. */
  private void keep() throws IOException {
    List<StackResult> up = stackResults();
    List<Checkpoint.Up> stacks = new ArrayList<>();
    int next = 0;
    for (StackSpec spec : running.names().keySet()) {
      stacks.add(new Checkpoint.Up(anyCell(spec).point(), up.get(next++)));
    }
    book.keep(stacks, running.number(), watch.secondsSoFar());
  }

  /**
   * What was met before the first trial is not to be forgotten by whoever goes on with the run: a
   * second try would hide it.
   *
   * @throws InterruptedException when it may have been the interruption that was met
   */
  private void keepMet() throws InterruptedException, IOException {
    goOn();
    if (!book.obstacles().isEmpty()) {
      keep();
    }
  }

  /** As if it ended here: what has no trial yet cannot be told. */
  private RunResult soFar() {
    return result(analysis(), watch.secondsSoFar());
  }

  private Cell cell(Point point) {
    return plan.cells().stream().filter(c -> c.point().equals(point)).findFirst().orElseThrow();
  }

  private Cell anyCell(StackSpec spec) {
    return plan.cells().stream().filter(c -> c.stack().equals(spec)).findFirst().orElseThrow();
  }

  /** Whether the engine was there until the end of them. */
  private boolean trials(Wave wave, TrialQueue queue) throws InterruptedException, IOException {
    listener.phase(RunListener.TRIALS, wave.trials().size());
    for (PlannedTrial trial : wave.trials()) {
      Cell cell = trial.cell();
      if (running.find(cell.stack()).isEmpty()) {
        listener.leftOut(trial);
        listener.step(cell.id() + ": left out, its stack did not start");
        continue;
      }
      TrialEvidence evidence = queue.take(trial);
      goOn();
      boolean gone = evidence.failure().isPresent() && !stacks.answers();
      book.carriedOut(trial, evidence);
      listener.step(
          cell.id()
              + " #"
              + trial.index()
              + evidence.failure().map(f -> ": " + f.message()).orElse(""));
      if (gone) {
        book.met(
            new Obstacle(
                Kind.ENGINE, cell.id(), "the Docker engine stopped answering during " + cell.id()));
        return false;
      }
      keep();
      listener.grown(this::soFar);
      soFar.after(book.trials(), book.evidence(), book.obstacles()).ifPresent(listener::say);
    }
    return true;
  }

  /** How many trials go on at once at most. */
  static int atOnce(Plan plan) {
    return alone(plan) ? 1 : Math.min(SIDE_BY_SIDE, plan.stacks().size());
  }

  private static boolean alone(Plan plan) {
    return plan.trials().stream().allMatch(PlannedTrial::alone);
  }

  private final class Gate implements StackSet.Gate {
    @Override
    public void await(Stack stack) throws InterruptedException, IOException {
      Readiness.await(stack, plan, folder);
    }

    @Override
    public void broken(Stack stack) {
      listener.say(
          stack.name()
              + " is put up anew: a service has ended in it, or a step goes on that was given up");
    }

    /** What its services have said is evidence. */
    @Override
    public void leaving(String stack) throws InterruptedException {
      keepLogs(stack);
    }
  }

  private TrialEvidence trial(PlannedTrial trial, Stack stack)
      throws InterruptedException, IOException {
    listener.trialBegins(trial);
    TrialEvidence found = OneTrial.carryOut(runner, plan.lab(), folder, trial, stack);
    listener.trialEnds(trial, found);
    return found;
  }
}
