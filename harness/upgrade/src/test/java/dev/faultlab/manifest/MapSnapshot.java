package dev.faultlab.manifest;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A commit in memory. */
record MapSnapshot(Map<String, String> files) implements Snapshot {
  static Snapshot of(Map<String, String> files) {
    return new MapSnapshot(Map.copyOf(files));
  }

  @Override
  public List<String> paths() {
    return files.keySet().stream().sorted().toList();
  }

  @Override
  public Optional<String> text(String path) {
    return Optional.ofNullable(files.get(path));
  }
}
