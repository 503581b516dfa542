package dev.faultlab.git;

import dev.faultlab.machine.Command;
import dev.faultlab.machine.InterruptedCommandException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
public final class GitRepository implements AutoCloseable {
  /** Names of a large repository's files: Linux has 90 thousand, in 8 MiB. */
  private static final int MAX_BYTES = 32 << 20;

  private static final long SECONDS = 60;
  private static final Pattern ID = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
  private static final Pattern ENTRY =
      Pattern.compile("(\\d{6}) (\\w+) ([0-9a-f]+)\\t(.*)", Pattern.DOTALL);
  private static final String GIT =
      "git --no-pager --no-replace-objects -c core.hooksPath=/dev/null -c core.fsmonitor=false"
          + " -c core.attributesFile=/dev/null ";

  /** What git says before the contents of a file. */
  private static final Pattern BLOB_HEADER = Pattern.compile("[0-9a-f]+ blob (\\d{1,15})");

  private final Path folder;
  private Optional<Process> catFile = Optional.empty();

  /**
   * @param folder anywhere in the repository
   * @throws GitException when it is in no repository, or git is missing
   */
  public GitRepository(Path folder) {
    this.folder = folder.toAbsolutePath().normalize();
    if (run(1024, "rev-parse --git-dir").isEmpty()) {
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
        "rev-parse --verify --quiet --end-of-options",
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
        "merge-base",
        one,
        other);
  }

  private String id(String failure, String command, String... names) {
    return run(1024, command, names)
        .map(String::strip)
        .filter(id -> ID.matcher(id).matches())
        .orElseThrow(() -> new GitException(failure));
  }

  /** All files of a commit, with links and submodules. */
  public List<GitFile> files(String commit) {
    List<GitFile> files = new ArrayList<>();
    String failure = "git ls-tree failed, or the names of the files take more than 32 MiB";
    String all =
        run(MAX_BYTES, "ls-tree -r -z --full-tree", commit)
            .orElseThrow(() -> new GitException(failure));
    for (String line : all.split("\0")) {
      Matcher entry = ENTRY.matcher(line);
      if (entry.matches()) {
        files.add(new GitFile(entry.group(4), entry.group(1), entry.group(3)));
      }
    }
    return files;
  }

  /**
   * The contents of a file as UTF-8. One git answers for all files: thousands of processes would
   * take minutes.
   *
   * @param max bytes
   * @return empty when it has more
   * @throws GitException when this clone lacks the object
   */
  public Optional<String> text(GitFile file, int max) {
    Process git = catFile.filter(Process::isAlive).orElseGet(() -> start("cat-file --batch"));
    catFile = Optional.empty();
    CompletableFuture<Void> limit = killAfterLimit(git);
    try {
      git.getOutputStream().write((file.id() + "\n").getBytes(StandardCharsets.US_ASCII));
      git.getOutputStream().flush();
      Matcher blob = BLOB_HEADER.matcher(line(git.getInputStream()));
      long size = blob.matches() ? Long.parseLong(blob.group(1)) : -1;
      if (size > max) {
        return Optional.empty();
      }
      byte[] bytes = git.getInputStream().readNBytes((int) size + 1); // with the end of its line
      if (blob.matches() && bytes.length > size) {
        catFile = Optional.of(git);
        return Optional.of(new String(bytes, 0, (int) size, StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      // git has ended: without the object, it would have to fetch it
    } finally {
      limit.cancel(false);
      if (catFile.isEmpty()) { // what else it has to say is no answer to the next question
        git.destroyForcibly();
      }
    }
    throw new GitException(file.path() + " is not in this clone; fetch it whole");
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      line.append((char) c);
    }
    return line.toString();
  }

  @Override
  public void close() {
    catFile.ifPresent(Process::destroyForcibly);
  }

  /** The output of git; empty if it fails, or prints more than {@code max} bytes. */
  private Optional<String> run(int max, String command, String... names) {
    Process git = start(command, names);
    CompletableFuture<Void> limit = killAfterLimit(git);
    try (InputStream out = git.getInputStream()) {
      git.getOutputStream().close();
      byte[] bytes = out.readNBytes(max + 1);
      boolean isComplete = bytes.length <= max && git.waitFor() == 0;
      return isComplete ? Optional.of(new String(bytes, StandardCharsets.UTF_8)) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedCommandException(Command.of("git", command), e);
    } finally {
      limit.cancel(false);
      git.destroyForcibly();
    }
  }

  private static CompletableFuture<Void> killAfterLimit(Process git) {
    return CompletableFuture.runAsync(
        git::destroyForcibly, CompletableFuture.delayedExecutor(SECONDS, TimeUnit.SECONDS));
  }

  private Process start(String command, String... names) {
    List<String> words = new ArrayList<>(List.of((GIT + command).split(" ")));
    words.addAll(List.of(names));
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.directory(folder.toFile());
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    Map<String, String> environment = builder.environment();
    environment.put("GIT_ALLOW_PROTOCOL", "none");
    environment.put("GIT_NO_LAZY_FETCH", "1");
    environment.put("GIT_OPTIONAL_LOCKS", "0");
    environment.put("GIT_TERMINAL_PROMPT", "0");
    try {
      return builder.start();
    } catch (IOException e) {
      throw new GitException("git cannot be started: " + e.getMessage());
    }
  }
}
