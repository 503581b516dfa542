package dev.faultlab.stack;

import dev.faultlab.docker.DockerCommand;
import dev.faultlab.docker.DockerHost;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.machine.Memory;
import dev.faultlab.machine.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Where and with what a result was obtained. */
public final class Provenance {
  /** Digits of a digest or a commit that only has to tell states apart. */
  private static final int DIGITS = 12;

  /** Entry with the commit of the program; left out if unknown. */
  public static final String COMMIT = "commit";

  /** Entry that says whether the program was exactly that commit; left out if unknown. */
  public static final String CHANGES = "uncommitted changes";

  /** Value: exactly that commit. */
  public static final String NO_CHANGES = "none";

  /** Results are output; nothing that runs reads them. */
  private static final String NO_RESULTS = ":(exclude)results";

  private Provenance() {}

  /** Machine, engine and commit; unavailable values are left out, never guessed. */
  public static Map<String, String> collect(Path root, DockerHost docker)
      throws InterruptedException {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.putAll(sources(root));
    facts.putAll(machine());
    // Load on the machine does not change counts, but it changes costs.
    put(facts, "load average", output(root, "cut", "-d ", "-f1-3", "/proc/loadavg").orElse(""));
    facts.put("docker engine", docker.client().versionCmd().exec().getVersion());
    Command compose = DockerCommand.of("compose", "version", "--short");
    put(facts, "docker compose", output(root, compose.words().toArray(String[]::new)).orElse(""));
    facts.put("harness java", System.getProperty("java.runtime.version"));
    return facts;
  }

  /** Kernel, processor and memory of this machine. */
  public static Map<String, String> machine() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    put(facts, "cpu", first("/proc/cpuinfo", "model name"));
    facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
    put(facts, "memory", first("/proc/meminfo", "MemTotal"));
    return facts;
  }

  /** Commit and uncommitted changes, as far as they are known. */
  static Map<String, String> sources(Path root) throws InterruptedException {
    Map<String, String> facts = new LinkedHashMap<>();
    Optional<String> commit = head(root);
    if (commit.isPresent()) {
      facts.put(COMMIT, commit.get());
      changes(root).ifPresent(changes -> facts.put(CHANGES, changes));
    }
    return facts;
  }

  /**
   * The commit of the program and, in further words, whether it is exactly that, as far as known;
   * see {@link #isCommitAlone}.
   */
  public static String commit(Path root) throws InterruptedException {
    Map<String, String> sources = sources(root);
    if (!sources.containsKey(COMMIT)) {
      return "an unknown commit";
    }
    String changes = sources.getOrDefault(CHANGES, "");
    return sources.get(COMMIT)
        + (changes.equals(NO_CHANGES)
            ? ""
            : changes.isEmpty() ? " with or without changes" : " with uncommitted changes");
  }

  /** Whether the answer of {@link #commit} is a commit and nothing else. */
  public static boolean isCommitAlone(String commit) {
    return !commit.isEmpty() && !commit.contains(" ");
  }

  /** The commit of the program and its date, as far as they are known. */
  public static String version(Path root) throws InterruptedException, IOException {
    Optional<Path> packaged = Workspace.packagedCommit(root);
    if (packaged.isEmpty()) {
      String form = "--format=%h, %cs";
      return output(root, "git", "show", "-s", "--abbrev=" + DIGITS, form, "HEAD").orElse("");
    }
    // The files of a package have the time of its commit.
    Instant at = Files.getLastModifiedTime(packaged.get()).toInstant();
    String commit = head(root).orElse("");
    String brief = commit.substring(0, Math.min(DIGITS, commit.length()));
    return brief + ", " + LocalDate.ofInstant(at, ZoneOffset.UTC);
  }

  /**
   * A package that is unpacked inside another repository does not have that repository's commit.
   */
  private static Optional<String> head(Path root) throws InterruptedException {
    Optional<Path> packaged = Workspace.packagedCommit(root);
    if (packaged.isEmpty()) {
      return output(root, "git", "rev-parse", "HEAD").filter(commit -> !commit.isEmpty());
    }
    return Optional.of(Memory.read(packaged.get()).strip()).filter(commit -> !commit.isEmpty());
  }

  /**
   * What differs from the commit. A new file that is not ignored counts: it may be a lab, a script
   * or a class in use.
   *
   * @return empty when git does not answer, which does not mean that there are no changes
   */
  private static Optional<String> changes(Path root) throws InterruptedException {
    if (Workspace.packagedCommit(root).isPresent()) {
      return Optional.of(NO_CHANGES);
    }
    String all = "--untracked-files=normal";
    Optional<String> out = output(root, "git", "status", "--porcelain", all, "--", ".", NO_RESULTS);
    if (out.isEmpty() || out.get().isEmpty()) {
      return out.map(nothing -> NO_CHANGES);
    }
    return Optional.of("yes" + difference(root).map(digest -> ", " + digest).orElse(""));
  }

  /** Tells two states with the same commit apart; empty if that is impossible. */
  private static Optional<String> difference(Path root) throws InterruptedException {
    String all =
        "{ git diff HEAD -- . \"$0\"; git ls-files -z --others --exclude-standard -- . \"$0\""
            + " | xargs -0 -r sha256sum --; } | sha256sum";
    return output(root, "bash", "-eo", "pipefail", "-c", all, NO_RESULTS)
        .map(digest -> "SHA-256 " + digest.substring(0, DIGITS));
  }

  private static String first(String file, String key) {
    return Memory.read(Path.of(file))
        .lines()
        .filter(line -> line.startsWith(key))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse("");
  }

  /** The output of a command; empty when it fails, which is different from no output. */
  private static Optional<String> output(Path folder, String... words) throws InterruptedException {
    CommandResult result = ComposeFile.run(new LocalCommands(), Command.of(words).in(folder));
    return result.ok() ? Optional.of(result.out().strip()) : Optional.empty();
  }

  private static void put(Map<String, String> facts, String name, String value) {
    if (!value.isEmpty()) {
      facts.put(name, value);
    }
  }
}
