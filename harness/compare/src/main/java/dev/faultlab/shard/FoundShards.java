package dev.faultlab.shard;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.files.BoundedText;
import dev.faultlab.files.InnerPath;
import dev.faultlab.files.Trees;
import dev.faultlab.lab.BadQuestion;
import dev.faultlab.lab.Lab;
import dev.faultlab.result.ResultJson;
import dev.faultlab.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The shards in some folders. */
public record FoundShards(List<FoundShard> all) {
  /** A run's folder may be in a lab's folder, and that in a machine's. */
  private static final int MAX_DEPTH = 4;

  /** Far more than the evidence of any full run. */
  private static final int MAX_GIBIBYTES = 4;

  /**
   * The folder of one shard.
   *
   * @param found its result; empty if it began and has none
   * @param why it has none, in one sentence
   */
  public record FoundShard(Path folder, ShardFile shard, Optional<RunResult> found, String why) {
    RunResult result() {
      return found.orElseThrow();
    }

    String words() {
      return folder + " (shard " + shard.name() + ")";
    }
  }

  /**
   * Looks for shards.
   *
   * @param folders each of a shard, or of folders that hold shards
   * @throws BadQuestion when one of them holds no shard
   */
  public static FoundShards find(List<Path> folders) throws IOException {
    List<FoundShard> found = new ArrayList<>();
    for (Path folder : folders) {
      List<Path> shards = shards(folder);
      if (shards.isEmpty()) {
        throw new BadQuestion(
            folder + ": no shard there; one has a file " + ShardFile.NAME + ", from run --shard");
      }
      shards.forEach(shard -> found.add(read(shard)));
    }
    return new FoundShards(found);
  }

  /** The shards of a lab. */
  public FoundShards of(Lab lab) {
    return new FoundShards(
        all.stream().filter(part -> part.shard().whole().lab().equals(lab.name())).toList());
  }

  /** The shards with a result. */
  public List<FoundShard> finished() {
    return all.stream().filter(shard -> shard.found().isPresent()).toList();
  }

  /** The shards that began and have no result. */
  List<FoundShard> unfinished() {
    return all.stream().filter(shard -> shard.found().isEmpty()).toList();
  }

  private static List<Path> shards(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder, MAX_DEPTH)) {
      return files
          .filter(file -> file.endsWith(ShardFile.NAME))
          .map(file -> file.toAbsolutePath().normalize().getParent())
          .sorted()
          .toList();
    }
  }

  private static FoundShard read(Path folder) {
    ShardFile shard;
    try {
      Trees.requireRegular(folder);
      Trees.requireAtMost(MAX_GIBIBYTES, folder);
      shard = ShardFile.read(folder.resolve(ShardFile.NAME));
    } catch (IOException e) {
      throw new BadQuestion(folder.resolve(ShardFile.NAME) + " cannot be read: " + e.getMessage());
    }
    try {
      if (RunFolder.partial(folder)) {
        String why = BoundedText.read(folder.resolve(RunFolder.PARTIAL)).strip();
        return new FoundShard(folder, shard, Optional.empty(), why);
      }
      RunResult result = ResultJson.read(folder.resolve(ResultJson.FILE));
      result.trials().forEach(trial -> InnerPath.of(folder, trial.folder()));
      return new FoundShard(folder, shard, Optional.of(result), "");
    } catch (IOException e) {
      return new FoundShard(folder, shard, Optional.empty(), String.valueOf(e.getMessage()));
    }
  }
}
