package dev.faultlab.cli;

import dev.faultlab.classroom.ClassServer;
import dev.faultlab.classroom.ClassServer.Address;
import dev.faultlab.classroom.ClassState;
import dev.faultlab.classroom.ClassUnavailable;
import dev.faultlab.classroom.LanAddresses;
import dev.faultlab.classroom.Session;
import dev.faultlab.classroom.Sessions;
import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.Toolbox;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.lab.LabException;
import dev.faultlab.lesson.Handout;
import dev.faultlab.lesson.Lesson;
import dev.faultlab.lesson.LessonReader;
import dev.faultlab.lesson.ResultAnswers;
import dev.faultlab.result.RunStore;
import dev.faultlab.text.Suggestion;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./faultlab class}: a lab as a lesson, alone or in a room. */
@Command(
    name = "class",
    description = {
      "Opens a lab as a lesson in the browser: people predict, the lab runs or a committed result is"
          + " replayed, and the predictions are graded by what was measured.",
      "",
      "Without --room it listens only on loopback. With --room it listens on the network, and "
          + "everybody joins with"
          + " a browser. Ctrl-C ends it; answers are kept until they are deleted."
    },
    footer = {"", "Example: ./faultlab class syncookie"})
final class ClassCommand implements Callable<Integer> {
  private static final String LOOPBACK = "127.0.0.1";
  private static final String PORT = "--port";

  /** What is served, or what is done with a session. */
  static final class ClassTarget {
    @Parameters(paramLabel = "LAB", arity = "0..1", description = "Begins a session with this lab.")
    private Optional<String> lab = Optional.empty();

    @Option(
        names = "--resume",
        paramLabel = "SESSION",
        description = "Resumes a session, for example after a crash.")
    private Optional<String> resume = Optional.empty();

    @Option(names = "--list", description = "Lists the kept sessions.")
    private boolean list;

    @Option(
        names = "--delete",
        paramLabel = "SESSION",
        description = "Deletes all data of a session: names and answers.")
    private Optional<String> delete = Optional.empty();
  }

  @ArgGroup(multiplicity = "1")
  private ClassTarget target;

  @Option(names = "--room", description = "Listens on the network, so that others can join.")
  private boolean room;

  @Option(
      names = PORT,
      paramLabel = "N",
      description = "Port to listen on; 0 for any (default: ${DEFAULT-VALUE}).",
      defaultValue = "8421")
  private int port;

  @Option(
      names = "--address",
      paramLabel = "HOST",
      description =
          "With --room: this machine's address as the others reach it, if it is not the first one.")
  private Optional<String> address = Optional.empty();

  @Option(
      names = "--lang",
      paramLabel = "LL",
      description =
          "Language of the texts, such as en (default: ${DEFAULT-VALUE}); ?lang= in the address "
              + "selects it for one browser.",
      defaultValue = "en")
  private String language;

  @Option(names = "--no-browser", description = "Opens no browser, only prints the address.")
  private boolean noBrowser;

  @Option(
      names = "--print",
      paramLabel = "SHEET",
      description =
          "Prints a sheet for paper: questions (the incident and what comes before the run),"
              + " transfer (to hand out after the reveal), or answers (all, explained).")
  private Optional<String> print = Optional.empty();

  private final Toolbox tools;
  private final PrintStream out;

  ClassCommand(Toolbox tools) {
    this.tools = tools;
    this.out = tools.out();
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    WrongUsage.requireBetween(PORT, port, 0, 65_535);
    WrongUsage.throwIf(
        address.isPresent() && !room && target.resume.isEmpty(), "--address needs --room");
    if (address.isPresent() && LanAddresses.resolved(address.get()).isEmpty()) {
      throw new WrongUsage("--address '%s': expected an address or a name", address.get());
    }
    Path results = tools.workspace().results();
    Sessions sessions = new Sessions(results.resolve(RunStore.CLASSES), Clock.systemUTC());
    if (print.isPresent()) {
      String lab = target.lab.orElseThrow(() -> new WrongUsage("--print needs a lab"));
      out.print(sheet(print.get(), lesson(lab)));
      return ExitStatus.OK;
    }
    if (target.list) {
      return list(sessions);
    }
    if (target.delete.isPresent()) {
      sessions.delete(target.delete.get());
      out.println("deleted session " + target.delete.get());
      return ExitStatus.OK;
    }
    boolean resumed = target.resume.isPresent();
    Session session =
        resumed
            ? sessions.resume(target.resume.get(), this::lesson)
            : sessions.begin(lesson(target.lab.orElseThrow()), room, language);
    Address listen;
    ClassServer server;
    try {
      boolean lan = session.start().room();
      listen = new Address(lan ? "0.0.0.0" : LOOPBACK, port, lan ? host() : LOOPBACK);
      server =
          new ClassServer(
              session,
              tools.workspace().root(),
              new RunStore(results),
              () -> run(session.start().lab()).start(),
              listen,
              tools.progress()::say);
    } catch (ClassUnavailable e) {
      if (!resumed) {
        sessions.delete(session.start().session()); // no person can have joined yet
      }
      throw e;
    }
    CountDownLatch closed = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> close(server)));
    announce(session, "http://" + listen.shown() + ":" + server.port() + "/", server.port());
    closed.await(); // until Ctrl-C
    return ExitStatus.OK;
  }

  private String sheet(String name, Lesson lesson) throws IOException {
    Handout handout = new Handout(lesson, lesson.textsIn(language).orElseThrow());
    return switch (name) {
      case "questions" -> handout.questions();
      case "transfer" -> handout.transfer();
      case "answers" -> handout.answers(committed(lesson));
      default ->
          throw new WrongUsage("--print '%s': expected questions, transfer or answers", name);
    };
  }

  private Map<String, ResultAnswers> committed(Lesson lesson) throws IOException {
    RunStore store = new RunStore(tools.workspace().results());
    Map<String, ResultAnswers> committed = new HashMap<>();
    for (String name : lesson.results()) {
      committed.put(name, new ResultAnswers(store.find(RunStore.REFERENCE + "/" + name).result()));
    }
    return committed;
  }

  private int list(Sessions sessions) throws IOException {
    List<ClassState> states = sessions.all();
    for (ClassState session : states) {
      ClassState.SessionStart opened = session.opened();
      String where = opened.room() ? "room" : "alone";
      out.printf(
          "%s  %-10s %-5s %3d joined, at %s%n",
          opened.session(), opened.lab(), where, session.people().size(), session.now().phase());
    }
    if (states.isEmpty()) {
      out.println("no sessions are kept");
    }
    return ExitStatus.OK;
  }

  private Lesson lesson(String lab) {
    List<String> known = LessonReader.labs(tools.labs());
    LabException.throwIf(
        !known.contains(lab), "no lab '" + lab + "' with a lesson" + Suggestion.hint(lab, known));
    Lesson lesson = LessonReader.read(tools.labs().read(lab)).orElseThrow();
    if (lesson.textsIn(language).isEmpty()) {
      throw new LabException(
          "the lesson of lab %s has no language '%s'; it has %s"
              .formatted(lab, language, String.join(", ", lesson.texts().keySet())));
    }
    return lesson;
  }

  private String host() throws IOException {
    if (address.isPresent()) {
      if (!LanAddresses.isOwn(address.get())) {
        tools
            .progress()
            .say(
                "note: %s is not an address of this machine; others reach the class only if that"
                        .formatted(address.get())
                    + " host forwards the port");
      }
      boolean isIpv6 = address.get().contains(":") && !address.get().startsWith("[");
      return isIpv6 ? "[" + address.get() + "]" : address.get();
    }
    return LanAddresses.ipv4().stream()
        .findFirst()
        .orElseThrow(
            () ->
                new ClassUnavailable(
                    "this machine has no address on a network; name one: --address"));
  }

  /**
   * The lab's short form, as on the command line, but with lower priority than answers: they must
   * not wait for its builds and verdicts. The measurements run in containers, which this does not
   * affect.
   */
  private ProcessBuilder run(String lab) {
    List<String> words =
        new ArrayList<>(List.of("nice", "-n", "10", tools.workspace().root() + "/faultlab"));
    tools.outside().forEach(folder -> words.addAll(List.of(LabFolders.OPTION, folder.toString())));
    words.addAll(List.of("run", lab, LabCommand.EVENTS));
    return new ProcessBuilder(words).redirectInput(new File("/dev/null"));
  }

  private void announce(Session session, String base, int used) {
    String token = session.start().token();
    out.printf("lab %s, session %s%n", session.start().lab(), session.start().session());
    String link = base + "#" + token;
    if (session.start().room()) {
      out.printf("Everybody:   %s  code %s%n", base, session.code());
      link = base + "lead#" + token;
      out.printf("Facilitator: %s  (anyone with this address leads)%n", link);
      out.printf("Projector:   %sscreen  (in the facilitator's browser)%n", base);
    } else {
      out.printf("Open:        %s%n", link);
    }
    String options = (room ? " --room" : "") + address.map(" --address "::concat).orElse("");
    String resume = session.start().session() + options + " --port " + used;
    out.printf("Resume:      ./faultlab class --resume %s%n", resume);
    out.printf("Delete:      ./faultlab class --delete %s%n", session.start().session());
    out.println("Ctrl-C ends the server.");
    out.flush();
    if (!noBrowser) {
      Browser.open(tools.environment(), tools.progress(), link);
    }
  }

  private void close(ClassServer server) {
    try {
      server.close();
    } catch (IOException e) {
      tools.progress().say("could not close the session: " + e.getMessage());
    }
  }
}
