package dev.faultlab.shard;

import dev.faultlab.lab.BadQuestion;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabDigest;
import dev.faultlab.lab.Requirement;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import dev.faultlab.shard.FoundShards.FoundShard;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Whether shards are parts of one run. */
final class ShardConsistency {
  /**
   * Rejects shards of different runs: of other commits, images, parameters or splits.
   *
   * @param lab as declared here; it is used for merging
   * @throws BadQuestion naming two that differ
   */
  static void require(List<FoundShard> shards, Lab lab) {
    FoundShard first = shards.get(0);
    for (FoundShard shard : shards) {
      requireSame("lab", first, shard, p -> p.shard().whole().lab());
      requireSame("commit", first, shard, p -> entry(p, "commit"));
      requireSame("uncommitted changes", first, shard, p -> entry(p, "uncommitted changes"));
      requireSame("digest of the lab's files", first, shard, p -> p.shard().whole().declaration());
      requireSame("form", first, shard, p -> p.shard().whole().form().toString());
      requireSame("parameters", first, shard, p -> p.shard().whole().parameters());
      requireSame("number of shards", first, shard, p -> p.shard().whole().of());
      requireSame("points, or their split", first, shard, p -> p.shard().whole().points());
      images(first, shard);
      requireComplete(shard);
    }
    if (!first.shard().whole().declaration().equals(LabDigest.of(lab.folder()))) {
      throw new BadQuestion(
          "lab " + lab.name() + " has other files here than where its shards ran");
    }
  }

  private static void requireSame(
      String what, FoundShard first, FoundShard part, Function<FoundShard, Object> value) {
    if (!value.apply(first).equals(value.apply(part))) {
      throw new BadQuestion(
          "the shards are not of one run, %s: %s in %s, %s in %s"
              .formatted(what, value.apply(first), first.words(), value.apply(part), part.words()));
    }
  }

  /** The same requirement must be filled by the same image everywhere. */
  private static void images(FoundShard first, FoundShard shard) {
    Map<Requirement, String> known = images(first);
    images(shard)
        .forEach(
            (requirement, origin) ->
                requireSame(
                    "image " + requirement,
                    first,
                    shard,
                    p -> p == shard ? origin : known.getOrDefault(requirement, origin)));
  }

  /**
   * Requirement to its image. A device is left out: it belongs to the machine, not to the question.
   */
  private static Map<Requirement, String> images(FoundShard shard) {
    Map<Requirement, String> images = new LinkedHashMap<>();
    shard.result().stacks().forEach(stack -> images.putAll(stack.images()));
    images.keySet().removeIf(Requirement.KvmDevice.class::isInstance);
    return images;
  }

  private static void requireComplete(FoundShard shard) {
    Set<Point> points =
        shard.shard().whole().pointsOf(shard.shard().shard()).stream()
            .map(ShardFile.ShardPoint::point)
            .collect(Collectors.toSet());
    RunResult result = shard.result();
    if (!points.equals(Set.copyOf(result.measured()))) {
      throw new BadQuestion(shard.words() + ": its result does not have the points of its shard");
    }
  }

  private static String entry(FoundShard shard, String what) {
    return shard.result().provenance().getOrDefault(what, "not said");
  }
}
