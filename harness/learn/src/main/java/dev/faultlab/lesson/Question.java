package dev.faultlab.lesson;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.files.Json;
import dev.faultlab.lab.RunForm;
import dev.faultlab.lesson.AnswerForm.Kind;
import dev.faultlab.lesson.AnswerForm.Measure;
import dev.faultlab.point.Value;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * A question of a lesson. Its texts are in {@link LessonTexts}, and the sources of its answer in
 * {@link Queries}.
 *
 * @param id unique in its lesson
 * @param stage PREDICT or TRANSFER
 * @param lab name
 * @param declared its part of lesson.yaml, which satisfies the schema
 */
public record Question(String id, Stage stage, String lab, JsonNode declared) {

  /** The shortest form of the lab that answers it. */
  public RunForm shortestForm() {
    return RunForm.of(declared.path("quick").asBoolean(true));
  }

  /** The committed result that answers for the chosen run; by default the lab's own. */
  public String result() {
    return declared.path("result").asText(lab);
  }

  /** The form of the answer. */
  public AnswerForm form() {
    JsonNode curve = declared.path("curve");
    Stream<JsonNode> measures = Stream.of(declared.path("number"), curve.path("measure"));
    Optional<JsonNode> measure = measures.filter(JsonNode::isObject).findAny();
    return new AnswerForm(
        kind(),
        measure.map(node -> Json.MAPPER.convertValue(node, Measure.class)),
        Optional.ofNullable(declared.path("order").get("unit")).map(JsonNode::asText),
        Optional.ofNullable(curve.get("axis")).map(JsonNode::asText),
        curve.path("spots").properties().stream().map(spot -> Value.of(spot.getKey())).toList());
  }

  Kind kind() {
    return Stream.of(Kind.values())
        .filter(kind -> declared.has(Stage.word(kind)))
        .findFirst()
        .orElseThrow();
  }

  /** Whether it asks for one of several options. */
  public boolean isChoice() {
    return declared.has("choice");
  }

  /**
   * Whether the answer is a time or another quantity that differs from trial to trial: the few
   * trials of a short form do not answer it.
   */
  public boolean isTimed() {
    return new Queries(declared)
        .ofAnswer()
        .anyMatch(query -> query.has("metric") || query.has("effect"));
  }

  /** The option that the texts explain as the answer; any other outcome is a surprise to them. */
  public String explained() {
    return declared.path("explained").asText();
  }

  /** The ids of what can be chosen or sorted, in the order of the lesson. */
  public List<String> options() {
    return Stream.of(declared.path("choice"), declared.at("/order/items"))
        .flatMap(JsonNode::propertyStream)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Links to further reading, in the order of the text. */
  public List<String> links() {
    return declared.path("links").valueStream().map(JsonNode::asText).toList();
  }

  /**
   * The ids of the options in the order shown, on a page and on paper. Items to sort are shown in a
   * neutral order that is the same for all, because the lesson may list them as measured.
   */
  public List<String> shown() {
    return declared.has("order")
        ? options().stream().sorted(Comparator.comparingLong(this::shuffleKey)).toList()
        : options();
  }

  private long shuffleKey(String option) {
    CRC32 sum = new CRC32();
    sum.update((id + "/" + option).getBytes(StandardCharsets.UTF_8));
    return sum.getValue();
  }
}
