package dev.faultlab.cli;

import static java.lang.Long.MAX_VALUE;
import static java.lang.Long.MIN_VALUE;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.faultlab.files.Json;
import dev.faultlab.text.Hostile;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;

/** Changes a JSON file that faultlab wrote, in places that a stranger would choose. */
final class ResultMutator {
  /** In ASCII: no encoder takes a lone surrogate. */
  private static final ObjectMapper MAPPER =
      Json.MAPPER.copy().configure(JsonWriteFeature.ESCAPE_NON_ASCII.mappedFeature(), true);

  /** Stands for text that no tree can hold: too deep, or no JSON. */
  private static final String RAW_MARK = "@raw@";

  private static final List<String> RAW_TEXTS =
      List.of(
          "[".repeat(5000) + "]".repeat(5000),
          "{\"a\":".repeat(5000) + "1" + "}".repeat(5000),
          "1e999",
          "-1e999",
          "NaN",
          "01",
          "tru",
          "\"\\ud800\"",
          "9".repeat(2000),
          "1e-2147483649",
          "",
          "/**/1",
          "'a'");

  private static final List<Long> WHOLE_NUMBERS =
      LongStream.of(-1, 0, 1, 2, 3, 1000, MAX_VALUE, MIN_VALUE, (1L << 31) - 1, -1L << 31, 1L << 32)
          .boxed()
          .toList();

  private final Random random;
  private final List<String> paths;

  /**
   * @param paths that a result must not lead to
   */
  ResultMutator(Random random, List<String> paths) {
    this.random = random;
    this.paths = paths;
  }

  /** The text of a file, changed in one to four places. */
  String mutated(String json) throws JsonProcessingException {
    JsonNode root = MAPPER.readTree(json);
    for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
      List<ContainerNode<?>> holders = new ArrayList<>();
      collect(root, holders);
      if (!holders.isEmpty()) {
        change(anyOf(holders));
      }
    }
    String text = MAPPER.writeValueAsString(root);
    while (text.contains('"' + RAW_MARK + '"')) {
      int at = text.indexOf('"' + RAW_MARK + '"');
      text = text.substring(0, at) + anyOf(RAW_TEXTS) + text.substring(at + RAW_MARK.length() + 2);
    }
    return switch (random.nextInt(20)) {
      case 0 -> text.substring(0, random.nextInt(text.length()));
      case 1 -> text.replaceFirst("\\{", "{\"schema\":2,\"lab\":\"tiny\",\"trials\":[],");
      case 2 -> text.replaceFirst("\"(\\w+)\":", "\"$1\":null,\"$1\":");
      default -> text;
    };
  }

  private static void collect(JsonNode node, List<ContainerNode<?>> holders) {
    if (node instanceof ContainerNode<?> holder && !holder.isEmpty()) {
      holders.add(holder);
      node.forEach(child -> collect(child, holders));
    }
  }

  private void change(ContainerNode<?> holder) {
    if (holder instanceof ArrayNode array) {
      int at = random.nextInt(array.size());
      switch (random.nextInt(6)) {
        case 0 -> array.remove(at);
        case 1 -> array.insert(at, array.get(random.nextInt(array.size())).deepCopy());
        case 2 -> IntStream.range(0, 300).forEach(i -> array.add(array.get(at).deepCopy()));
        case 3 -> array.removeAll();
        default -> array.set(at, replacementOf(array.get(at)));
      }
      return;
    }
    ObjectNode object = (ObjectNode) holder;
    List<String> names =
        StreamSupport.stream(((Iterable<String>) object::fieldNames).spliterator(), false).toList();
    String name = anyOf(names);
    switch (random.nextInt(8)) {
      case 0 -> object.remove(name);
      case 1 -> object.set(string(), object.get(name).deepCopy());
      case 2 -> object.set(name, object.get(anyOf(names)).deepCopy());
      default -> object.set(name, replacementOf(object.get(name)));
    }
  }

  private JsonNode replacementOf(JsonNode value) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    boolean otherKind = random.nextInt(4) == 0;
    if (value.isTextual() != otherKind) {
      return TextNode.valueOf(string());
    }
    if (value.isNumber() != otherKind) {
      return number();
    }
    return switch (random.nextInt(7)) {
      case 0 -> nodes.nullNode();
      case 1 -> nodes.booleanNode(random.nextBoolean());
      case 2 -> nodes.arrayNode();
      case 3 -> nodes.objectNode();
      case 4 -> nodes.arrayNode().add(value.deepCopy());
      case 5 -> nodes.objectNode().set(string(), value.deepCopy());
      default -> TextNode.valueOf(RAW_MARK);
    };
  }

  private JsonNode number() {
    return switch (random.nextInt(5)) {
      case 0 -> JsonNodeFactory.instance.numberNode(BigInteger.TEN.pow(1 + random.nextInt(400)));
      case 1 ->
          DoubleNode.valueOf(
              anyOf(List.of(1e308, -1e308, 4.9e-324, -0.0, 0.5, 1e15, Math.PI, 1e-300)));
      default -> JsonNodeFactory.instance.numberNode(anyOf(WHOLE_NUMBERS));
    };
  }

  private String string() {
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> anyOf(paths);
      case 3 -> Hostile.TEXT;
      case 4 -> "x".repeat(1 << random.nextInt(18));
      case 5 ->
          anyOf(List.of("NaN", "Infinity", "-1", "9".repeat(40), "2026-13-45T99:99:99Z", "1e9"));
      case 6 -> anyOf(List.of("keeps", "forgets", "PRESENT", "ABSENT", "present", "none", "tiny"));
      default -> anyOf(List.of("", " ", "\u0000", "%s%n%1$s", "${x}", "{cache}", "a/b", "..", "."));
    };
  }

  private <T> T anyOf(List<T> elements) {
    return elements.get(random.nextInt(elements.size()));
  }
}
