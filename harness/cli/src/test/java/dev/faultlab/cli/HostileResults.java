package dev.faultlab.cli;

import dev.faultlab.text.Escape;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Runs of strangers, through every command that reads one. Each seed changes a good shard of a run:
 * its result, its shard file, its folder. A command may refuse it or report it, with an exit status
 * that is documented; nothing outside the folder changes, and nothing from outside is shown.
 */
final class HostileResults {
  private static final Set<Integer> DOCUMENTED = Set.of(0, 1, 2, 64, 69);
  private static final int MAX_SECONDS = 30;
  private static final String SECRET = "CANARY-7c1f";

  private final Path root;
  private final Path canary;
  private final Path pristine;
  private final Path clone;
  private final ExecutorService workers =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "commands");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Makes the good run.
   *
   * @param root a folder that is only for this
   */
  HostileResults(Path root) throws IOException {
    this.root = root;
    canary = Files.createDirectories(root.resolve("canary"));
    Files.writeString(canary.resolve("secret"), SECRET + "\n");
    Files.createDirectories(canary.resolve("1"));
    Files.writeString(canary.resolve("1/counts.json"), "{\"" + SECRET + "\": 1}\n");
    clone = Files.createDirectories(root.resolve("clone"));
    pristine = root.resolve("pristine");
    TinyLab lab = new TinyLab(clone);
    lab.capture();
    for (String part : List.of("1/2", "2/2")) {
      int status = lab.faultlab(List.of("run", "tiny", "--full", "--trials", "1", "--shard", part));
      if (status != 0) {
        throw new IllegalStateException(lab.err());
      }
    }
    Files.move(clone.resolve("results/tiny"), pristine);
  }

  /** What went wrong, a text per seed; the first ten. */
  List<String> problems(long first, int inputs) throws Exception {
    List<String> problems = new ArrayList<>();
    for (long seed = first; seed < first + inputs && problems.size() < 10; seed++) {
      try {
        checkSeed(seed);
      } catch (CommandFailure e) {
        problems.add("seed " + seed + ": " + e.getMessage());
        System.err.println(problems.get(problems.size() - 1));
      }
    }
    return problems;
  }

  private static final class CommandFailure extends Exception {
    private static final long serialVersionUID = 1L;

    CommandFailure(String message) {
      super(message);
    }
  }

  private void checkSeed(long seed) throws Exception {
    Path results = Files.createDirectories(clone.resolve("results/tiny"));
    List<Path> shards;
    try (Stream<Path> folders = Files.list(pristine)) {
      shards = folders.sorted().toList();
    }
    Path good = results.resolve(shards.get(1).getFileName());
    Path bad = results.resolve(shards.get(0).getFileName());
    copy(shards.get(1), good);
    copy(shards.get(0), bad);
    mutate(seed, bad);
    Map<String, String> before = listing(bad);
    try {
      command("results", "render", bad.toString());
      command("results", "rejudge", bad.toString());
      boolean turned = seed % 2 == 0;
      command(
          "results",
          "diff",
          (turned ? bad : good).toString(),
          (turned ? good : bad).toString(),
          "--force");
      command("results", "merge", bad.toString(), good.toString());
      command("results", "list");
      Map<String, String> after = listing(bad);
      if (!before.equals(after)) {
        after.entrySet().removeAll(before.entrySet());
        throw new CommandFailure("changed outside the folder: " + after.keySet());
      }
    } finally {
      FolderMutator.delete(clone.resolve("results"));
    }
  }

  private void mutate(long seed, Path bad) throws IOException, InterruptedException {
    Random random = new Random(seed * 0x9E3779B97F4A7C15L);
    int kind = random.nextInt(10);
    List<String> paths =
        List.of(
            canary.toString(),
            canary + "/secret",
            "../../../../canary",
            "../../../../canary/1",
            "evidence/../../../../../canary/1",
            "/proc/self",
            "/dev/zero",
            "evidence/\u0000",
            "evidence",
            "shard.json",
            "file:///etc/passwd",
            "http://evil.example/x");
    ResultMutator json = new ResultMutator(random, paths);
    if (kind < 7) {
      rewrite(bad.resolve("result.json"), json);
    }
    if (kind == 6 || kind == 7) {
      rewrite(bad.resolve("shard.json"), json);
    }
    if (kind == 6 || kind > 7) {
      new FolderMutator(random, canary).mutate(bad);
    }
  }

  private static void rewrite(Path file, ResultMutator json) throws IOException {
    Files.writeString(file, json.mutated(Files.readString(file)));
  }

  private void command(String... words) throws Exception {
    String command = String.join(" ", words);
    TestShell shell = new TestShell(clone);
    int status;
    try {
      status = workers.submit(() -> shell.run(List.of(words))).get(MAX_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new CommandFailure(command + ": no end after " + MAX_SECONDS + " s");
    } catch (ExecutionException e) {
      throw new CommandFailure(
          command + ": " + e.getCause() + " " + List.of(e.getCause().getStackTrace()));
    }
    String errors = shell.err();
    String shown = shell.out();
    if (!DOCUMENTED.contains(status) || errors.contains("\tat ")) {
      throw new CommandFailure(command + ": exit status " + status + "\n" + head(errors));
    }
    if (status != 0 && (errors + shown).isBlank()) {
      throw new CommandFailure(command + ": exit status " + status + " without a word");
    }
    if (!Escape.visible(shown).equals(shown)) {
      throw new CommandFailure(command + ": control characters\n" + head(Escape.visible(shown)));
    }
    if ((errors + shown).contains(SECRET)) {
      throw new CommandFailure(command + ": shows what is in another folder");
    }
  }

  private static String head(String text) {
    return text.length() > 3000 ? text.substring(0, 3000) : text;
  }

  /** Everything but what a command may change: the run's folder, new runs, comparisons. */
  private Map<String, String> listing(Path bad) throws Exception {
    Map<String, String> listing = new TreeMap<>();
    Path cache = clone.resolve("cache");
    Path results = clone.resolve("results");
    try (Stream<Path> all = Files.walk(root, new FileVisitOption[0])) {
      for (Path path : all.sorted().toList()) {
        boolean own = path.startsWith(results) || path.startsWith(cache) || path.equals(clone);
        if (own) {
          if (!path.startsWith(bad)) {
            requireNoSecret(path);
          }
          continue;
        }
        BasicFileAttributes is =
            Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        String size = is.isDirectory() ? "" : " " + is.size();
        listing.put(path.toString(), is.fileKey() + " " + is.lastModifiedTime() + size);
      }
    }
    return listing;
  }

  private void requireNoSecret(Path path) throws Exception {
    if (Files.isSymbolicLink(path)) {
      throw new CommandFailure("a link was copied: " + path);
    }
    if (Files.isRegularFile(path)
        && Files.readString(path, StandardCharsets.ISO_8859_1).contains(SECRET)) {
      throw new CommandFailure("carries what is in another folder: " + path);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Files.copy(path, to.resolve(from.relativize(path).toString()));
      }
    }
  }
}
