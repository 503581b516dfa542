package dev.faultlab.shard;

import dev.faultlab.lab.Declaration;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Requirement;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import dev.faultlab.shard.Pieces.Piece;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Whether shards are parts of one run. */
final class Agreement {
  private Agreement() {}

  /**
   * Refuses shards of different runs: of other commits, images, parameters, or split otherwise.
   *
   * @param lab as it is declared here, by which they are put together
   * @throws CannotMerge naming two that differ
   */
  static void require(List<Piece> pieces, Lab lab) {
    Piece first = pieces.get(0);
    for (Piece piece : pieces) {
      same("lab", first, piece, p -> p.shard().whole().lab());
      same("commit", first, piece, p -> said(p, "commit"));
      same("uncommitted changes", first, piece, p -> said(p, "uncommitted changes"));
      same("digest of the lab's files", first, piece, p -> p.shard().whole().declaration());
      same("form", first, piece, p -> p.shard().whole().form().toString());
      same("parameters", first, piece, p -> p.shard().whole().parameters());
      same("number of shards", first, piece, p -> p.shard().whole().of());
      same("points, or their split", first, piece, p -> p.shard().whole().points());
      images(first, piece);
      whole(piece);
    }
    if (!first.shard().whole().declaration().equals(Declaration.digest(lab.folder()))) {
      throw new CannotMerge(
          "lab " + lab.name() + " is declared otherwise here than where its shards were run");
    }
  }

  private static void same(String what, Piece first, Piece piece, Function<Piece, Object> of) {
    if (!of.apply(first).equals(of.apply(piece))) {
      throw new CannotMerge(
          String.format(
              "not of one run, %s: %s in %s, %s in %s",
              what, of.apply(first), first.words(), of.apply(piece), piece.words()));
    }
  }

  /** The same requirement must be filled by the same image everywhere. */
  private static void images(Piece first, Piece piece) {
    Map<Requirement, String> known = images(first);
    images(piece)
        .forEach(
            (wanted, origin) ->
                same(
                    "image " + wanted,
                    first,
                    piece,
                    p -> p == piece ? origin : known.getOrDefault(wanted, origin)));
  }

  /** What filled each. A device is left out: it belongs to the machine, not to the question. */
  private static Map<Requirement, String> images(Piece piece) {
    Map<Requirement, String> images = new LinkedHashMap<>();
    piece.result().stacks().forEach(stack -> images.putAll(stack.images()));
    images.keySet().removeIf(Requirement.KvmDevice.class::isInstance);
    return images;
  }

  private static void whole(Piece piece) {
    Set<Point> meant =
        piece.shard().whole().in(piece.shard().shard()).stream()
            .map(ShardFile.Share::point)
            .collect(Collectors.toSet());
    RunResult result = piece.result();
    if (!meant.equals(Set.copyOf(result.measured()))) {
      throw new CannotMerge(piece.words() + ": its result is not of the points of its shard");
    }
  }

  private static String said(Piece piece, String what) {
    return piece.result().provenance().getOrDefault(what, "not said");
  }
}
