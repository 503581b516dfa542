package dev.faultlab.upgrade.command;

import dev.faultlab.docker.EngineException;
import dev.faultlab.docker.ImageException;
import dev.faultlab.manifest.ChangedPath;
import dev.faultlab.manifest.Mention;
import dev.faultlab.manifest.MentionPairs;
import dev.faultlab.manifest.Place;
import dev.faultlab.manifest.Snapshot;
import dev.faultlab.manifest.Unclear;
import dev.faultlab.manifest.UnreadableException;
import dev.faultlab.sbom.Sbom;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The lock files of a change, which Syft reads: npm, PyPI, Cargo, NuGet and others, and actions.
 */
record LockFiles(Scanner syft) {
  /** {@link Syft#files}. */
  @FunctionalInterface
  interface Scanner {
    Sbom files(Map<String, String> texts, Predicate<String> wanted)
        throws IOException, InterruptedException;
  }

  private static final int MOST_FILES = 500;

  /** What Syft reads and no reader of ours does. */
  private static final Pattern NAME =
      Pattern.compile(
          "(?:.*/)?(?:package-lock\\.json|yarn\\.lock|pnpm-lock\\.yaml|bun\\.lock|poetry\\.lock|uv\\.lock"
              + "|pdm\\.lock|Pipfile\\.lock|Cargo\\.lock|packages\\.lock\\.json|Gemfile\\.lock"
              + "|composer\\.lock|mix\\.lock)|\\.github/workflows/[^/]+\\.ya?ml");

  /** What changed in them; without an engine each is listed as not read. */
  MentionPairs between(Snapshot before, Snapshot after, List<ChangedPath> changed)
      throws IOException, InterruptedException {
    Map<String, String> texts = new HashMap<>();
    List<Unclear> unclear = new ArrayList<>();
    for (ChangedPath file : changed) {
      String path = file.path();
      if (NAME.matcher(path).matches()) {
        try {
          if (texts.size() >= 2 * MOST_FILES) {
            throw new UnreadableException("not read: too many lock files changed");
          }
          file.before().flatMap(before::text).ifPresent(text -> texts.put("a/" + path, text));
          file.after().flatMap(after::text).ifPresent(text -> texts.put("b/" + path, text));
        } catch (UnreadableException e) {
          unclear.add(new Unclear(new Place(path, 1), "file", e.getMessage()));
        }
      }
    }
    MentionPairs all = new MentionPairs(new ArrayList<>(), unclear);
    if (texts.isEmpty()) {
      return all;
    }
    try {
      Sbom read = syft.files(texts, component -> true);
      read.unclear().stream()
          .filter(one -> one.place().path().startsWith("b/"))
          .map(one -> new Unclear(inside(one.place().path()), one.what(), one.why()))
          .forEach(unclear::add);
      Map<String, List<Mention>> byFile =
          read.mentions().stream().collect(Collectors.groupingBy(one -> one.place().path()));
      for (ChangedPath file : changed) {
        MentionPairs pairs =
            MentionPairs.of(of(byFile, "a/" + file.path()), of(byFile, "b/" + file.path()));
        all.moves().addAll(pairs.moves());
        unclear.addAll(pairs.unclear());
      }
    } catch (ImageException | EngineException | UnreadableException e) {
      String why = "not read, because Syft did not: " + e.getMessage();
      changed.stream()
          .map(ChangedPath::path)
          .filter(path -> NAME.matcher(path).matches())
          .forEach(path -> unclear.add(new Unclear(new Place(path, 1), "file", why)));
    }
    return all;
  }

  private static List<Mention> of(Map<String, List<Mention>> byFile, String path) {
    return byFile.getOrDefault(path, List.of()).stream().map(m -> m.at(inside(path))).toList();
  }

  private static Place inside(String path) {
    return new Place(path.substring(2), 1);
  }
}
