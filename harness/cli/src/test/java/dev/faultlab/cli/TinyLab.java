package dev.faultlab.cli;

import static dev.faultlab.run.FakeEngine.output;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.command.PlannedRuns;
import dev.faultlab.command.Toolbox;
import dev.faultlab.lab.Release;
import dev.faultlab.lab.Requirement;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.Workspace;
import dev.faultlab.result.ResultJson;
import dev.faultlab.result.RunResult;
import dev.faultlab.run.FakeEngine;
import dev.faultlab.run.ImageSource;
import dev.faultlab.run.RunHost;
import dev.faultlab.stack.Execution;
import dev.faultlab.stack.RunEngine;
import dev.faultlab.stack.StackException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;

/** A lab that does nothing, on an engine that is not there, run by its command line. */
public final class TinyLab {
  /** A name server that answers for one.lab at once, and for two.lab after five seconds. */
  private static final Path CAPTURE = Path.of("../samples/captures/glibc-slow-server.pcap");

  private static final Path DECLARATION = Path.of("../samples/tiny/lab.yaml");

  private final FakeEngine engine = new FakeEngine();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Path root;
  private final List<String> heard = new ArrayList<>();
  private final Map<Integer, FakeEngine.Event> onTrial = new ConcurrentHashMap<>();
  private final AtomicReference<Supplier<List<String>>> below = new AtomicReference<>(List::of);
  private List<String> missing = List.of();
  private String origin = "made for ";
  private Optional<String> digest = Optional.empty();
  private long usableBytes = Long.MAX_VALUE;
  private final Map<String, String> env = new HashMap<>();
  private String typed = "";
  private boolean noEngine;
  private boolean engineAsked;

  /** The lab in a clone of its own, where everything goes well. */
  public TinyLab(Path root) throws IOException {
    this.root = root;
    Files.createDirectories(root.resolve("labs/tiny"));
    Files.copy(DECLARATION, root.resolve("labs/tiny/lab.yaml"));
    engine.answer("program ready", command -> output(""));
    engine.answer("program version", command -> output("program 1.2.3\n"));
    engine.answer("program count", command -> counted(command.get(2).equals("keeps") ? 20 : 0));
    engine.answer("program trace", command -> traced(command.get(2).equals("keeps") ? 8 : 0, "8"));
    engine.answer("start.sh", command -> output(""));
    engine.answer("stop.sh", command -> stopped(0));
    engine.answer("dig two.lab", command -> output(""));
    engine.file("dns.pcap", Files.readAllBytes(CAPTURE));
  }

  public FakeEngine engine() {
    return engine;
  }

  public Path results() {
    return root.resolve("results");
  }

  /** Changes the declaration. */
  public void declare(UnaryOperator<String> change) throws IOException {
    Path file = root.resolve("labs/tiny/lab.yaml");
    Files.writeString(file, change.apply(Files.readString(file)));
  }

  /** The same with packets captured in every trial, and the name server's delay measured. */
  public void capture() throws IOException {
    String more = Files.readString(Path.of("../samples/tiny/capture.yaml"));
    declare(text -> text + more);
  }

  /** Whether anything has been wanted of an engine so far. */
  boolean engineAsked() {
    return engineAsked;
  }

  /** What a person types into a command that reads it. */
  void types(String lines) {
    typed = lines;
  }

  /** What {@code FAULTLAB_MEMORY} says. */
  void memory(String size) {
    sets("FAULTLAB_MEMORY", size);
  }

  /** What a variable of the environment says. */
  void sets(String name, String value) {
    env.put(name, value);
  }

  void withoutEngine() {
    noEngine = true;
  }

  /** These images are not here. */
  void lacks(String... roles) {
    missing = List.of(roles);
  }

  /** A registry has the images, and calls them so. */
  void pullsImages(String digest) {
    this.digest = Optional.of(digest);
  }

  /** Images are rebuilt, and are not what they were. */
  void makesImagesAnew() {
    origin = "rebuilt for ";
  }

  void diskHas(long bytes) {
    usableBytes = bytes;
  }

  /** The program's counters: of 20 entries so many are kept. */
  public static Execution counted(int kept) {
    return output("{\"expired\": 20, \"kept\": " + kept + ", \"rate\": " + (100 + kept) + "}");
  }

  /** tcpdump's last words. */
  static Execution stopped(int dropped) {
    return output(
        "14 packets captured\n14 packets received by filter\n"
            + dropped
            + " packets dropped by kernel\ncomplete=true\n");
  }

  /** The program leaves a trace in which each of eight requests reads so many random bytes. */
  Execution traced(int bytes, String returned) {
    return traced("/dev/random", bytes, returned);
  }

  Execution traced(String device, int bytes, String returned) {
    StringBuilder log = new StringBuilder("1 read(3</s>, \"GET /health?open\", 99) = 16\n");
    for (int i = 0; i < 8; i++) {
      log.append("1 read(3</s>, \"GET /code\", 99) = 9\n");
      if (bytes > 0) {
        log.append("1 read(4<" + device + ">, \"\\1\", 8) = " + returned + "\n");
      }
    }
    log.append("1 read(3</s>, \"GET /health?close\", 99) = 17\n");
    engine.file("reads.log", log.toString().getBytes(StandardCharsets.UTF_8));
    return output("");
  }

  /**
   * Runs it as {@code ./faultlab run tiny --full} does: one trial after the other, so that a test
   * can say which of them it breaks.
   *
   * @return the exit status
   */
  public int run(String... options) {
    return faultlab(Stream.concat(Stream.of("run", "tiny", "--full"), Stream.of(options)).toList());
  }

  /** The same in the short form, whose trials go on side by side. */
  int runShort(String... options) {
    return faultlab(Stream.concat(Stream.of("run", "tiny"), Stream.of(options)).toList());
  }

  /** The same, which ends with this status; its result. */
  public RunResult ends(int status, String... options) throws IOException {
    assertThat(run(options)).as(err()).isEqualTo(status);
    return result();
  }

  /** This is thrown at that moment. */
  public void breaks(String moment, RuntimeException thrown) {
    engine.on(
        moment,
        () -> {
          throw thrown;
        });
  }

  /** One trial counts something else. */
  void counts(int number, Execution replacement) {
    AtomicInteger trial = new AtomicInteger();
    engine.answer(
        "program count",
        command ->
            trial.incrementAndGet() == number
                ? replacement
                : counted(command.get(2).equals("keeps") ? 20 : 0));
  }

  /** This happens when so many trials have begun. */
  public void onTrial(int number, FakeEngine.Event event) {
    onTrial.put(number, event);
    engine.on(
        "program count",
        () -> {
          FakeEngine.Event now = onTrial.remove(engine.times("program count"));
          if (now != null) {
            now.happen();
          }
        });
  }

  public int faultlab(String... words) {
    return faultlab(List.of(words));
  }

  public int faultlab(List<String> words) {
    return execute(
        words,
        tools ->
            Main.commandLine(
                tools,
                words,
                new PlannedRuns(
                    new RunHost(
                        new Images(),
                        Optional.empty(),
                        this::engineThatAnswers,
                        folder -> usableBytes,
                        results(),
                        tools.progress(),
                        tools.environment()),
                    tools.fixes(),
                    tools.out())));
  }

  /** Carries out words that any command line reads. */
  public int execute(List<String> words, Function<Toolbox, CommandLine> reader) {
    Map<String, String> env = new HashMap<>(this.env);
    env.put("XDG_CACHE_HOME", root.resolve("cache").toString());
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    Workspace workspace = new Workspace(root, CacheDir.of(env));
    Progress progress = new RecordingProgress(engine, heard, below);
    Toolbox tools = new Toolbox(workspace, new LocalCommands(), progress, env, print, List.of());
    PrintWriter errors = new PrintWriter(err, true, StandardCharsets.UTF_8);
    InputStream keyboard = System.in;
    System.setIn(new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)));
    try {
      return Main.execute(
          () -> {
            CommandLine line = reader.apply(tools);
            line.setErr(errors);
            line.setOut(new PrintWriter(print, true));
            return line;
          },
          errors,
          words);
    } finally {
      System.setIn(keyboard);
    }
  }

  private RunEngine engineThatAnswers() {
    engineAsked = true;
    if (noEngine) {
      throw new StackException("no Docker engine answers");
    }
    return engine;
  }

  /** Every image can be had; the newest release is 3. */
  private final class Images implements ImageSource {
    @Override
    public Map<Requirement, Image> resolve(Collection<Requirement> needed)
        throws InterruptedException {
      engine.moment("images");
      return needed.stream()
          .collect(Collectors.toMap(r -> r, r -> new Image(r.toString(), origin + r, digest)));
    }

    @Override
    public List<String> missing(Collection<Requirement> needed) {
      return needed.stream().map(Requirement::toString).filter(missing::contains).toList();
    }

    @Override
    public String newest(Requirement template) {
      return "3";
    }

    @Override
    public Map<String, String> packages(Requirement image) {
      return Map.of();
    }

    @Override
    public List<Release> releases(Requirement template) {
      return List.of();
    }
  }

  public String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /** What progress has told. */
  List<String> heard() {
    return heard;
  }

  /** What stands below the bar now. */
  List<String> below() {
    return below.get().get();
  }

  public String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  /** The folders of its runs. */
  public List<Path> runs() throws IOException {
    Path own = results().resolve("tiny");
    if (!Files.exists(own)) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(own)) {
      return folders.toList();
    }
  }

  /** The folder of its only run. */
  public Path folder() throws IOException {
    List<Path> runs = runs();
    if (runs.size() != 1) {
      throw new AssertionError("expected one run, found " + runs + "; said: " + err());
    }
    return runs.get(0);
  }

  public RunResult result() throws IOException {
    return ResultJson.read(folder().resolve(ResultJson.FILE));
  }
}
