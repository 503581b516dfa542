package dev.faultlab.tools.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.faultlab.files.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.ObjIntConsumer;

/**
 * Writes a run's folder of a given size for the benchmark: a result in which the points, the trials
 * or the facts of another one are repeated. The verdict and its reasons stay.
 *
 * <p>Usage: GenerateResult RESULT.json points|trials|facts TIMES FOLDER
 */
public final class GenerateResult {
  private static final String COPY = "copy";

  private GenerateResult() {}

  public static void main(String[] args) throws IOException {
    ObjectNode result = (ObjectNode) Json.read(Path.of(args[0]));
    int times = Integer.parseInt(args[2]);
    switch (args[1]) {
      case "points" -> points(result, times);
      case "trials" -> trials(result, times);
      case "facts" ->
          result
              .findValues("facts")
              .forEach(facts -> repeat(facts, times, (fact, copy) -> suffix(fact, "id", copy)));
      default -> throw new IllegalArgumentException(args[1] + ": expected points, trials or facts");
    }
    Path folder = Files.createDirectories(Path.of(args[3]));
    Json.MAPPER.writeValue(folder.resolve("result.json").toFile(), result);
  }

  private static void points(ObjectNode result, int times) {
    for (String list : new String[] {"points", "outcomes", "effects", "measurements", "trials"}) {
      repeat(
          result.get(list),
          times,
          (each, copy) -> {
            each.findValues("at").forEach(at -> ((ObjectNode) at).put(COPY, copy));
            suffix(each, "id", copy);
          });
    }
  }

  private static void trials(ObjectNode result, int times) {
    repeat(
        result.get("trials"),
        times,
        (trial, copy) -> trial.put("index", trial.get("index").asInt() + 1000 * copy));
    for (JsonNode outcome : result.get("outcomes")) {
      repeat(outcome.get("observations"), times, (seen, copy) -> {});
      ObjectNode counts = (ObjectNode) outcome.get("counts");
      counts
          .fieldNames()
          .forEachRemaining(state -> counts.put(state, counts.get(state).asInt() * times));
    }
  }

  /** The first copy is the original. */
  private static void repeat(JsonNode list, int times, ObjIntConsumer<ObjectNode> change) {
    ArrayNode array = (ArrayNode) list;
    int size = array.size();
    for (int copy = 1; copy < times; copy++) {
      for (int i = 0; i < size; i++) {
        ObjectNode other = array.get(i).deepCopy();
        change.accept(other, copy);
        array.add(other);
      }
    }
  }

  private static void suffix(ObjectNode object, String key, int copy) {
    if (object.has(key)) {
      object.put(key, object.get(key).asText() + "-" + copy);
    }
  }
}
