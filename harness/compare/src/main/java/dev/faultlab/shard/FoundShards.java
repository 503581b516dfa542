package dev.faultlab.shard;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.files.BoundedText;
import dev.faultlab.files.InnerPath;
import dev.faultlab.files.Trees;
import dev.faultlab.point.Point;
import dev.faultlab.result.ResultJson;
import dev.faultlab.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The shards in some folders.
 *
 * @param finished with a result
 * @param unfinished shards that began and have no result
 */
public record FoundShards(List<FinishedShard> finished, List<UnfinishedShard> unfinished) {
  /** A run's folder may be in a lab's folder, and that in a machine's. */
  private static final int DEPTH = 4;

  /** Far more than the evidence of any full run. */
  private static final int MOST_GIBIBYTES = 4;

  /** The folder of one shard. */
  public record FinishedShard(Path folder, ShardFile shard, RunResult result) {
    String words() {
      return folder + " (shard " + shard.name() + ")";
    }
  }

  /**
   * A shard without a result.
   *
   * @param why one sentence
   */
  public record UnfinishedShard(Path folder, ShardFile shard, String why) {}

  /**
   * Looks for shards.
   *
   * @param folders each of a shard, or of folders that hold shards
   * @throws MergeException when one of them holds no shard
   */
  public static FoundShards in(List<Path> folders) throws IOException {
    FoundShards parts = new FoundShards(new ArrayList<>(), new ArrayList<>());
    for (Path folder : folders) {
      List<Path> shards = shards(folder);
      if (shards.isEmpty()) {
        throw new MergeException(
            folder + ": no shard there; one has a file " + ShardFile.NAME + ", from run --shard");
      }
      for (Path shard : shards) {
        parts.add(shard);
      }
    }
    return parts;
  }

  /** The lab of the first shard. */
  public String lab() {
    return Stream.concat(
            finished.stream().map(FinishedShard::shard),
            unfinished.stream().map(UnfinishedShard::shard))
        .map(shard -> shard.whole().lab())
        .findFirst()
        .orElseThrow();
  }

  /** Those of one lab. */
  public FoundShards of(String lab) {
    return new FoundShards(
        finished.stream().filter(p -> p.shard().whole().lab().equals(lab)).toList(),
        unfinished.stream().filter(p -> p.shard().whole().lab().equals(lab)).toList());
  }

  /** Checks that each is a run of its shard's points. */
  public boolean areOf(List<Point> points) {
    return Stream.concat(
            finished.stream().map(FinishedShard::shard),
            unfinished.stream().map(UnfinishedShard::shard))
        .allMatch(
            shard ->
                shard.whole().points().stream()
                    .map(ShardFile.Share::point)
                    .toList()
                    .equals(points));
  }

  private static List<Path> shards(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder, DEPTH)) {
      return files
          .filter(file -> file.endsWith(ShardFile.NAME))
          .map(file -> file.toAbsolutePath().normalize().getParent())
          .sorted()
          .toList();
    }
  }

  private void add(Path folder) {
    ShardFile shard;
    try {
      Trees.requireRegular(folder);
      Trees.requireAtMost(MOST_GIBIBYTES, folder);
      shard = ShardFile.read(folder.resolve(ShardFile.NAME));
    } catch (IOException e) {
      throw new MergeException(
          folder.resolve(ShardFile.NAME) + " cannot be read: " + e.getMessage());
    }
    try {
      if (RunFolder.partial(folder)) {
        String why = BoundedText.read(folder.resolve(RunFolder.PARTIAL)).strip();
        unfinished.add(new UnfinishedShard(folder, shard, why));
      } else {
        RunResult result = new ResultJson().read(folder.resolve(ResultJson.FILE));
        result.trials().forEach(trial -> InnerPath.of(folder, trial.folder()));
        finished.add(new FinishedShard(folder, shard, result));
      }
    } catch (IOException e) {
      unfinished.add(new UnfinishedShard(folder, shard, String.valueOf(e.getMessage())));
    }
  }
}
