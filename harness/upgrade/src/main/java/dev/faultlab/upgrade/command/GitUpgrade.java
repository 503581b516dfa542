package dev.faultlab.upgrade.command;

import static java.util.stream.Collectors.toSet;

import dev.faultlab.check.CheckFile;
import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.PlannedRuns;
import dev.faultlab.command.Toolbox;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.docker.EngineException;
import dev.faultlab.docker.ImageException;
import dev.faultlab.git.GitException;
import dev.faultlab.git.GitFile;
import dev.faultlab.git.GitRepository;
import dev.faultlab.lab.BadQuestion;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.manifest.ManifestChanges;
import dev.faultlab.manifest.Move;
import dev.faultlab.report.document.Document;
import dev.faultlab.servicecheck.ServiceCheck;
import dev.faultlab.upgrade.Components;
import dev.faultlab.upgrade.Libraries;
import dev.faultlab.upgrade.RepositoryQuestions;
import dev.faultlab.upgrade.RepositoryQuestions.Question;
import dev.faultlab.upgrade.UpgradeFile;
import dev.faultlab.upgrade.VersionSides;
import dev.faultlab.upgrade.page.RepositoryReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The questions of an upgrade that come from two commits of a repository. */
record GitUpgrade(Toolbox tools, Options options, PlannedRuns runs, ServiceCheck checks) {
  private static final String BASE = "--git";
  static final String SBOM = "--sbom";

  /** Options of {@code upgrade} that say which commits, and what to do with them. */
  static final class Options {
    @Option(
        names = BASE,
        paramLabel = "BASE",
        description =
            "Ask about the components that changed between the common ancestor of BASE and HEAD,"
                + " and HEAD, in the repository of the current folder. Its files are read; its"
                + " build is not executed.")
    Optional<String> base = Optional.empty();

    @Option(
        names = "--repository",
        paramLabel = "DIR",
        description = "The clone for --git (default: the current folder).")
    private Path repository = Path.of("");

    @Option(
        names = "--dry-run",
        description =
            "Print which labs would be run and for how long; with --git or an SBOM, the answer"
                + " and the questions. Runs nothing.")
    boolean dryRun;

    @Option(
        names = SBOM,
        paramLabel = "FILE",
        description =
            "Which known faults do the versions in this SBOM have today? CycloneDX or SPDX, as"
                + " JSON. Runs nothing.")
    Optional<Path> sbom = Optional.empty();

    @Option(
        names = "--archives",
        description =
            "With image:NAME, open its jars as well. Only for images that you trust: an archive can"
                + " be made to grow without end.")
    boolean archives;

    @Option(
        names = "--images",
        description =
            "With --git: ask with the images that the files name. Pulls and starts them; without"
                + " it, a tag is compared by the version in its name.")
    private boolean images;

    @Option(
        names = "--annotations",
        paramLabel = "FILE",
        description = "With --git: append a GitHub annotation for each line of a question to FILE.")
    private Optional<Path> annotations = Optional.empty();

    /** Whether the question comes from files; these options need one. */
    boolean comesFromFiles(boolean sides) {
      boolean fromFiles = sides || sbom.isPresent();
      if (base.isPresent() && fromFiles || sides && sbom.isPresent()) {
        throw new WrongUsage("expected one of --git, --sbom, and --from and --to");
      }
      boolean ofGit = images || annotations.isPresent() || !repository.equals(Path.of(""));
      WrongUsage.throwIf(
          base.isEmpty() && ofGit, "--repository, --images and --annotations belong to --git BASE");
      return base.isPresent() || fromFiles;
    }
  }

  /** Where the question comes from; of documents, only wanted components are read. */
  @FunctionalInterface
  interface Source {
    VersionSides read(Set<String> libraries) throws IOException, InterruptedException;
  }

  /** Asks a question or checks a service, and returns the exit status. */
  @FunctionalInterface
  private interface Attempt {
    int status() throws IOException, InterruptedException;
  }

  /** Asks one question, and returns its exit status. */
  @FunctionalInterface
  interface QuestionRunner {
    int ask(UpgradeFile question) throws IOException, InterruptedException;
  }

  /**
   * Prints what changed, and asks.
   *
   * @param settings everything but the two sides
   * @param labs that are considered
   * @param service that is checked as one more question
   * @return the worst exit status of all questions
   */
  int run(
      UpgradeFile settings,
      List<Lab> labs,
      Source source,
      Optional<CheckFile> service,
      QuestionRunner asking)
      throws IOException, InterruptedException {
    Map<String, String> libraries = Libraries.axes(labs, runs.images());
    Set<String> componentNames = new HashSet<>(libraries.keySet());
    for (Lab lab : labs) {
      componentNames.addAll(Components.of(lab).keySet());
      lab.faulty().values().forEach(faulty -> componentNames.add(faulty.component()));
    }
    RepositoryReport report =
        RepositoryReport.of(
            source.read(componentNames),
            libraries,
            labs,
            !settings.labs().isEmpty(),
            a -> a.binding().filter(b -> runs.images().takesImage(b.requirement())).isPresent(),
            options.images);
    Document document = report.document();
    tools.print(document, true);
    tools.summarise(document);
    List<Question> questions = report.questions().questions();
    if (options.sbom.isPresent()) {
      return report.today();
    }
    if (questions.size() > RepositoryQuestions.MAX_QUESTIONS) {
      throw new WrongUsage(
          "it asks more than %d questions; narrow it with --labs",
          RepositoryQuestions.MAX_QUESTIONS);
    }
    if (options.dryRun) {
      service.ifPresent(this::announce);
      return ExitStatus.OK;
    }
    boolean isClear = options.base.isPresent() || report.versions().unclear().isEmpty();
    int exit = ExitStatus.worse(isClear ? ExitStatus.OK : ExitStatus.INCONCLUSIVE, report.status());
    for (Question question : questions) {
      int status = status(() -> ask(question, settings, labs, asking));
      if (options.annotations.isPresent()) {
        new Annotations(options.annotations.get()).add(question, status);
      }
      exit = ExitStatus.worse(exit, status);
    }
    return service.isPresent() ? ExitStatus.worse(exit, status(() -> check(service.get()))) : exit;
  }

  private void announce(CheckFile check) {
    tools.out().println("\n$ ./faultlab check " + check.file());
  }

  /** A failure leaves the other answers as they are. */
  private int status(Attempt attempt) throws IOException, InterruptedException {
    try {
      return attempt.status();
    } catch (BadQuestion | LabException | EngineException | ImageException e) {
      tools.out().println("Inconclusive: " + e.getMessage());
      int status = ExitStatus.of(e);
      return status == ExitStatus.USAGE ? ExitStatus.INCONCLUSIVE : status;
    }
  }

  private int check(CheckFile check) throws IOException, InterruptedException {
    announce(check);
    return checks.ask(check, false);
  }

  private int ask(Question question, UpgradeFile settings, List<Lab> labs, QuestionRunner asking)
      throws IOException, InterruptedException {
    tools.out().println("\n$ " + question.command());
    BinaryOperator<String> exact =
        (component, version) -> RepositoryQuestions.exact(component, version, labs, runs);
    return asking.ask(
        settings.withSides(question.from(exact), List.of(question.to(exact)), question.labs()));
  }

  /** The changes of a repository. */
  VersionSides read(Set<String> libraries) throws IOException, InterruptedException {
    try (GitRepository repository = new GitRepository(options.repository)) {
      return changes(repository, libraries);
    } catch (GitException e) {
      throw new WrongUsage(BASE + " " + options.base.orElseThrow() + ": " + e.getMessage());
    }
  }

  private VersionSides changes(GitRepository repository, Set<String> libraries)
      throws IOException, InterruptedException {
    String name = options.base.orElseThrow();
    String head = repository.commit("HEAD");
    String base = repository.base(repository.commit(name), head);
    CommitFiles before = new CommitFiles(repository, base);
    CommitFiles after = new CommitFiles(repository, head);
    Set<String> changed = after.changed(before);
    Syft scanner = new Syft(tools, false);
    ManifestChanges changes = ManifestChanges.between(before, after, changed, scanner);
    Set<String> added =
        changes.kept().stream().filter(Move::added).map(Move::component).collect(toSet());
    added.retainAll(libraries);
    boolean images = !added.stream().allMatch(one -> one.matches("(lib|pypi|npm):.*"));
    String from = base.startsWith(name) ? brief(base) : name + " (" + brief(base) + ")";
    List<String> links = new ArrayList<>();
    for (String path : changed) {
      GitFile file = after.file(path).or(() -> before.file(path)).orElseThrow();
      if (file.mode().equals("160000") || !file.regular() && ManifestChanges.reads(path)) {
        links.add(path + " is " + file.kind());
      }
    }
    return new VersionSides(
        "from %s to HEAD (%s), files: %d changed, %d read"
            .formatted(from, brief(head), changed.size(), changes.read().size()),
        Stream.concat(changes.moves().stream(), changes.kept().stream()).toList(),
        added.isEmpty() ? Optional.of(List.of()) : changes.base(before, scanner, images),
        changes.unclear(),
        links);
  }

  private static String brief(String id) {
    return id.substring(0, 12);
  }
}
