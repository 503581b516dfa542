package dev.faultlab.git;

import dev.faultlab.machine.Command;
import dev.faultlab.machine.InterruptedCommandException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Objects of a repository, through the command {@code git}. Options switch off everything that
 * could start a program: hooks, external diffs, text conversions, the file system monitor, pagers
 * and, for objects that a partial clone lacks, transports.
 */
public final class GitRepository {
  /** Names of a large repository's files: Linux has 90 thousand, in 8 MiB. */
  private static final int MOST_BYTES = 32 << 20;

  private static final long SECONDS = 60;
  private static final Pattern ID = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
  private static final Pattern ENTRY =
      Pattern.compile("(\\d{6}) (\\w+) ([0-9a-f]+)\\t(.*)", Pattern.DOTALL);
  private static final List<String> SAFE =
      words(
          "git --no-pager --no-replace-objects -c core.hooksPath=/dev/null -c core.fsmonitor=false"
              + " -c core.attributesFile=/dev/null");
  private final Path folder;

  /**
   * @param folder anywhere in the repository
   * @throws GitException when it is in no repository, or git is missing
   */
  public GitRepository(Path folder) {
    this.folder = folder.toAbsolutePath().normalize();
    if (run(1024, words("rev-parse --git-dir")).isEmpty()) {
      throw new GitException(
          this.folder
              + " is not in a repository that git can read; start the command in your clone, and"
              + " check `git status` there");
    }
  }

  /**
   * The id of a commit.
   *
   * @param name a branch, tag or id; it reaches git as one word that is no option
   * @throws GitException when there is none
   */
  public String commit(String name) {
    return id(
        "there is no commit '" + name + "' here; fetch it, or name another commit",
        words("rev-parse --verify --quiet --end-of-options"),
        name + "^{commit}");
  }

  /**
   * The commit where two histories part.
   *
   * @param one an id
   * @param other an id
   * @throws GitException when this clone has none
   */
  public String base(String one, String other) {
    return id(
        "this clone has no common ancestor of the two commits; if it is shallow, run"
            + " `git fetch --unshallow`",
        List.of("merge-base"),
        one,
        other);
  }

  private String id(String failure, List<String> command, String... names) {
    return run(1024, command, names)
        .map(String::strip)
        .filter(id -> ID.matcher(id).matches())
        .orElseThrow(() -> new GitException(failure));
  }

  /** All files of a commit, with links and submodules. */
  public List<GitFile> files(String commit) {
    List<GitFile> files = new ArrayList<>();
    for (String line : all(words("ls-tree -r -z --full-tree"), commit).split("\0")) {
      Matcher entry = ENTRY.matcher(line);
      if (entry.matches()) {
        files.add(new GitFile(entry.group(4), entry.group(1), entry.group(3)));
      }
    }
    return files;
  }

  /**
   * The contents of a file as UTF-8.
   *
   * @param most bytes
   * @return empty when it has more
   * @throws GitException when this clone lacks the object
   */
  public Optional<String> text(GitFile file, int most) {
    Output output = start(most + 1, words("cat-file blob"), file.id());
    if (output.bytes().length > most) {
      return Optional.empty();
    }
    if (!output.good()) {
      throw new GitException(file.path() + " is not in this clone; fetch it whole");
    }
    return Optional.of(new String(output.bytes(), StandardCharsets.UTF_8));
  }

  private String all(List<String> command, String... names) {
    String failure =
        "git %s failed, or named more files than are read here (%d MiB of names)"
            .formatted(command.get(0), MOST_BYTES >> 20);
    return run(MOST_BYTES, command, names).orElseThrow(() -> new GitException(failure));
  }

  private Optional<String> run(int most, List<String> command, String... names) {
    Output output = start(most + 1, command, names);
    return output.good() && output.bytes().length <= most
        ? Optional.of(new String(output.bytes(), StandardCharsets.UTF_8))
        : Optional.empty();
  }

  private static List<String> words(String command) {
    return List.of(command.split(" "));
  }

  private record Output(byte[] bytes, boolean good) {}

  /** Reads at most so many bytes, and ends git if it has more to say. */
  private Output start(int most, List<String> words, String... names) {
    List<String> command = new ArrayList<>(SAFE);
    command.addAll(words);
    command.addAll(List.of(names));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.directory(folder.toFile());
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("GIT_ALLOW_PROTOCOL", "none");
    builder.environment().put("GIT_NO_LAZY_FETCH", "1");
    builder.environment().put("GIT_OPTIONAL_LOCKS", "0");
    builder.environment().put("GIT_TERMINAL_PROMPT", "0");
    Process git;
    try {
      git = builder.start();
      git.getOutputStream().close();
    } catch (IOException e) {
      throw new GitException("git cannot be started: " + e.getMessage());
    }
    CompletableFuture<Void> limit =
        CompletableFuture.runAsync(
            git::destroyForcibly, CompletableFuture.delayedExecutor(SECONDS, TimeUnit.SECONDS));
    try (InputStream out = git.getInputStream()) {
      byte[] bytes = out.readNBytes(most);
      if (bytes.length == most) {
        git.destroyForcibly();
      }
      return new Output(bytes, git.waitFor() == 0);
    } catch (IOException e) {
      return new Output(new byte[0], false);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedCommandException(Command.of(command), e);
    } finally {
      limit.cancel(false);
      git.destroyForcibly();
    }
  }
}
