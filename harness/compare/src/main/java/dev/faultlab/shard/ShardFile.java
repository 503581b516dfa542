package dev.faultlab.shard;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.faultlab.files.Json;
import dev.faultlab.lab.LabDigest;
import dev.faultlab.lab.RunForm;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@value #NAME} in the folder of a run that is one shard: what the shard is part of.
 *
 * @param schema version of the format
 * @param shard from 1 on
 * @param whole the same in every shard of the run
 */
public record ShardFile(int schema, int shard, DistributedRun whole) {
  public static final String NAME = "shard.json";

  /** The entry of a shard's result that marks it as a shard. */
  public static final String PROVENANCE = "shard";

  static final int SCHEMA = 1;

  /**
   * The run that is distributed over machines.
   *
   * @param lab name
   * @param declaration digest of the lab's folder
   * @param form of the lab
   * @param parameters effective values
   * @param of how many shards
   * @param points in the order of the table
   */
  public record DistributedRun(
      String lab,
      String declaration,
      @JsonProperty("quick") RunForm form,
      Map<String, List<Value>> parameters,
      int of,
      List<ShardPoint> points) {

    /** Describes a distributed plan. */
    public static DistributedRun of(Split split) {
      Plan plan = split.whole();
      List<ShardPoint> points = new ArrayList<>();
      for (Cell cell : plan.cells()) {
        int shard = 1;
        while (!split.shards().get(shard - 1).cells().contains(cell)) {
          shard++;
        }
        points.add(new ShardPoint(cell.point(), cell.id(), cell.variant().title(), shard));
      }
      String name = plan.lab().name();
      String digest = LabDigest.of(plan.lab().folder());
      int parts = split.shards().size();
      return new DistributedRun(name, digest, plan.form(), plan.parameters(), parts, points);
    }

    /** The shards that have trials. */
    List<Integer> shards() {
      return points.stream().map(ShardPoint::shard).distinct().sorted().toList();
    }

    List<ShardPoint> pointsOf(int shard) {
      return points.stream().filter(point -> point.shard() == shard).toList();
    }
  }

  /**
   * A point, and the shard that measures it.
   *
   * @param id its name
   * @param title of its variant
   */
  public record ShardPoint(Point point, String id, String title, int shard) {}

  /** The file of one machine. */
  public static ShardFile of(Split split, ShardNumber number) {
    return new ShardFile(SCHEMA, number.index(), DistributedRun.of(split));
  }

  static ShardFile read(Path file) throws IOException {
    ShardFile read = Json.record(file, ShardFile.class);
    if (read.schema != SCHEMA) {
      throw new IOException("schema " + read.schema + ", this faultlab reads " + SCHEMA);
    }
    return read;
  }

  /** {@code 2/4}. */
  public String name() {
    return new ShardNumber(shard, whole.of()).toString();
  }
}
