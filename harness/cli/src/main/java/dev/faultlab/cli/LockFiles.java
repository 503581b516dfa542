package dev.faultlab.cli;

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
import java.util.regex.Pattern;

/**
 * The lock files of a change, which Syft reads: npm, PyPI, Cargo, NuGet and others, and actions.
 */
record LockFiles(Syft syft) {
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
      if (NAME.matcher(path).matches() && texts.size() < 2 * MOST_FILES) {
        try {
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
      for (ChangedPath file : changed) {
        MentionPairs pairs = MentionPairs.of(of(read, "a/", file), of(read, "b/", file));
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

  private static List<Mention> of(Sbom read, String side, ChangedPath file) {
    return read.mentions().stream()
        .filter(one -> one.place().path().equals(side + file.path()))
        .map(one -> one.at(inside(one.place().path())))
        .toList();
  }

  private static Place inside(String path) {
    return new Place(path.substring(2), 1);
  }
}
