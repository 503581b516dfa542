package dev.faultlab.upgrade.command;

import dev.faultlab.git.GitFile;
import dev.faultlab.git.GitRepository;
import dev.faultlab.manifest.Snapshot;
import dev.faultlab.manifest.UnreadableException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The regular files of a commit. */
final class CommitFiles implements Snapshot {
  /** Larger than any manifest that people write; a lock file of 5000 lines has 0.4 MiB. */
  static final int MOST_BYTES = 1 << 20;

  private final GitRepository repository;
  private final Map<String, GitFile> files = new LinkedHashMap<>();

  /**
   * @param commit an id
   */
  CommitFiles(GitRepository repository, String commit) {
    this.repository = repository;
    repository.files(commit).stream()
        .filter(GitFile::regular)
        .forEach(file -> files.put(file.path(), file));
  }

  @Override
  public List<String> paths() {
    return List.copyOf(files.keySet());
  }

  @Override
  public Optional<String> text(String path) {
    return Optional.ofNullable(files.get(path))
        .map(
            file ->
                repository
                    .text(file, MOST_BYTES)
                    .orElseThrow(() -> new UnreadableException("is larger than 1 MiB")));
  }
}
