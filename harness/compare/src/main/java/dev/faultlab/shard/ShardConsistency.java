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
  static void require(List<FoundShard> parts, Lab lab) {
    FoundShard first = parts.get(0);
    for (FoundShard part : parts) {
      requireSame("lab", first, part, p -> p.shard().whole().lab());
      requireSame("commit", first, part, p -> entry(p, "commit"));
      requireSame("uncommitted changes", first, part, p -> entry(p, "uncommitted changes"));
      requireSame("digest of the lab's files", first, part, p -> p.shard().whole().declaration());
      requireSame("form", first, part, p -> p.shard().whole().form().toString());
      requireSame("parameters", first, part, p -> p.shard().whole().parameters());
      requireSame("number of shards", first, part, p -> p.shard().whole().of());
      requireSame("points, or their split", first, part, p -> p.shard().whole().points());
      images(first, part);
      requireComplete(part);
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
  private static void images(FoundShard first, FoundShard part) {
    Map<Requirement, String> known = images(first);
    images(part)
        .forEach(
            (requirement, origin) ->
                requireSame(
                    "image " + requirement,
                    first,
                    part,
                    p -> p == part ? origin : known.getOrDefault(requirement, origin)));
  }

  /**
   * Requirement to its image. A device is left out: it belongs to the machine, not to the question.
   */
  private static Map<Requirement, String> images(FoundShard part) {
    Map<Requirement, String> images = new LinkedHashMap<>();
    part.result().stacks().forEach(stack -> images.putAll(stack.images()));
    images.keySet().removeIf(Requirement.KvmDevice.class::isInstance);
    return images;
  }

  private static void requireComplete(FoundShard part) {
    Set<Point> meant =
        part.shard().whole().sharesOf(part.shard().shard()).stream()
            .map(ShardFile.Share::point)
            .collect(Collectors.toSet());
    RunResult result = part.result();
    if (!meant.equals(Set.copyOf(result.measured()))) {
      throw new BadQuestion(part.words() + ": its result does not have the points of its shard");
    }
  }

  private static String entry(FoundShard part, String what) {
    return part.result().provenance().getOrDefault(what, "not said");
  }
}
