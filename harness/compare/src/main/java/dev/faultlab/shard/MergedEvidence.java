package dev.faultlab.shard;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.files.Trees;
import dev.faultlab.shard.FoundShards.FoundShard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The raw files of merged shards, which are copied so that the run can be judged again. */
public final class MergedEvidence {
  private static final String EVIDENCE = "evidence";
  private static final String LOGS = "logs";

  private MergedEvidence() {}

  /** Copies them into the folder of the merged run. */
  public static void bring(Merge merge, RunFolder whole) throws IOException {
    for (FoundShard part : merge.taken()) {
      Set<String> points =
          part.result().points().stream().map(p -> p.id()).collect(Collectors.toSet());
      for (Path folder : children(part.folder().resolve(EVIDENCE))) {
        String own = folder.getFileName().toString();
        String name = points.contains(own) ? own : Merge.name(part, own);
        Trees.copy(folder, whole.path().resolve(EVIDENCE).resolve(name));
      }
      Trees.copy(
          part.folder().resolve(LOGS), whole.path().resolve(LOGS).resolve(Merge.name(part, LOGS)));
    }
  }

  private static List<Path> children(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> children = Files.list(folder)) {
      return children.filter(Files::isDirectory).toList();
    }
  }
}
