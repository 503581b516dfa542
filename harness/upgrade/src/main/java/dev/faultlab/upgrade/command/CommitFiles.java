package dev.faultlab.upgrade.command;

import dev.faultlab.git.GitFile;
import dev.faultlab.git.GitRepository;
import dev.faultlab.manifest.Snapshot;
import dev.faultlab.manifest.UnreadableException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The files of a commit; only regular ones are read. */
final class CommitFiles implements Snapshot {
  /** Larger than any manifest that people write; a lock file of 5000 lines has 0.4 MiB. */
  static final int MAX_BYTES = 1 << 20;

  private final GitRepository repository;
  private final Map<String, GitFile> files = new LinkedHashMap<>();

  /**
   * @param commit an id
   */
  CommitFiles(GitRepository repository, String commit) {
    this.repository = repository;
    repository.files(commit).forEach(file -> files.put(file.path(), file));
  }

  /** Links and submodules as well. */
  Optional<GitFile> file(String path) {
    return Optional.ofNullable(files.get(path));
  }

  /** The paths that another commit has differently. */
  Set<String> changed(CommitFiles other) {
    Set<String> paths = new TreeSet<>(files.keySet());
    paths.addAll(other.files.keySet());
    paths.removeIf(path -> file(path).equals(other.file(path)));
    return paths;
  }

  @Override
  public List<String> paths() {
    return files.values().stream().filter(GitFile::regular).map(GitFile::path).toList();
  }

  @Override
  public Optional<String> text(String path) {
    return file(path)
        .filter(GitFile::regular)
        .map(
            file ->
                repository
                    .text(file, MAX_BYTES)
                    .orElseThrow(() -> new UnreadableException("is larger than 1 MiB")));
  }
}
