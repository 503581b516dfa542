package dev.faultlab.shard;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.files.Trees;
import dev.faultlab.shard.FoundShards.FoundShard;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

/** The raw files of merged shards, which are copied so that the run can be judged again. */
public final class MergedEvidence {
  private static final String EVIDENCE = "evidence";
  private static final String LOGS = "logs";

  private MergedEvidence() {}

  /** Copies them into the folder of the merged run. */
  public static void copy(Merge merge, RunFolder whole) throws IOException {
    for (FoundShard part : merge.shards()) {
      Set<String> points =
          part.result().points().stream().map(p -> p.id()).collect(Collectors.toSet());
      Path evidence = part.folder().resolve(EVIDENCE);
      if (Files.isDirectory(evidence)) {
        try (DirectoryStream<Path> folders =
            Files.newDirectoryStream(evidence, folder -> Files.isDirectory(folder))) {
          for (Path folder : folders) {
            String folderName = folder.getFileName().toString();
            String name = points.contains(folderName) ? folderName : Merge.name(part, folderName);
            Trees.copy(folder, whole.path().resolve(EVIDENCE).resolve(name));
          }
        }
      }
      Trees.copy(
          part.folder().resolve(LOGS), whole.path().resolve(LOGS).resolve(Merge.name(part, LOGS)));
    }
  }
}
