package dev.faultlab.tools.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.faultlab.files.Json;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.YamlTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Walks the schema of lab.yaml: each key is on docs/lab-keys.md, and each is read, because a
 * declaration with another value of it is another lab, or is refused by more than the schema.
 */
class LabKeysTest {
  private static final JsonSchemaFactory FORMS =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);

  /** With services, guests and a sniffer that is generated. */
  private static final String SHORT =
      """
      lab: demo
      title: A lab with every key of services and guests
      trials: {default: 6, quick: 2}
      parameters:
        jdk: {option: java, axis: true, default: [17, 21], quick: 17, minimum: 8}
        kernel: {axis: true, default: ["debian:bookworm", "debian:sid"]}
        delay: {help: milliseconds, default: 5, minimum: 1, maximum: 100}
        modes: {help: words, list: true, default: [slow, fast], choices: [slow, fast, none]}
        build: {axis: true, default: [1, 2]}
      services:
        app:
          image: "other:JDK={jdk}"
          entrypoint: [sh]
          command: [/lab/start, "{delay}"]
          environment: {MODES: "{modes}"}
          files: app
          volumes: ["./more:/more:ro"]
          expose: 8080
          capabilities: [NET_ADMIN]
          memory: 300
          ready: [sh, /lab/ready]
          version: [app, -v]
          compose: {dns: ["{address:peer}"]}
        other: {image: netshoot, network-of: app}
        peer: {image: netshoot}
      guests:
        jvm:
          kernel: "{kernel}"
          root: "other:BUILD={build}"
          command: [serve, "{endpoint:app}"]
          environment: {WHERE: "{endpoint:jvm}"}
          files: guest
          memory: 512
          cpus: 2
          sysctls: {vm.swappiness: 0}
          cgroup: {memory.max: 128M}
          expose: 9092
          ready: started in
          version: [serve, -v]
          compose: {stop_grace_period: 2s}
      capture: {of: app, filter: port 53, interface: eth1, snap-length: 256, file: dns.pcap}
      with: {word: hello}
      procedures:
        open: [{run: [open], in: app}]
        ask:
          - do: open
          - {run: [ask, "{word}"], in: app, stdout: said.json, fetch: [left.json], seconds: 30}
        load:
          inputs: {value: "k6.json#/value"}
          capture: false
          steps:
            - {k6: call.js, env: {PORT: 80}, summary: k6.json, seconds: 40}
            - {run: [ask, "{word}"], in: app, stdout: said.json}
      ready: open
      ran:
        - {axis: kernel, fact: lists-memory, run: [grep, memory], in: jvm, seconds: 5}
      signatures:
        too-many: {kind: counted-excess, title: too many, value: "said.json#/value", limit: "said.json#/limit"}
      variants:
        - do: ask
          at: {jdk: 17}
          only: {jdk: ">=11"}
          quick: false
          once: true
          stack: {A: 1}
          with: {word: bye}
          capture: false
          inputs: {value: "left.json#/value"}
          expect: {too-many: present}
          each:
            plain: {title: as the group has it}
            own:
              title: otherwise
              do: load
              at: [{jdk: 21, quick: false}, {jdk: 17}]
              only: {jdk: ">=8"}
              quick: true
              once: false
              stack: {A: 2}
              with: {word: mine}
              capture: true
              inputs: {value: "k6.json#/other"}
              expect: {too-many: absent}
            cases:
              do: load
              quick: true
              once: false
              expect: {too-many: [{when: {jdk: 17}, is: present}, {else: absent}]}
            by-value:
              do: load
              quick: true
              once: false
              expect: {too-many: {jdk: {17: present, else: absent}}}
      metrics:
        asked: {title: values, unit: requests, better: higher, from: "said.json#/list", label: name, value: number}
      provenance: {limit: "said.json#/limit"}
      effects:
        - {metric: asked, fault: by-value, controls: [cases], quick: true}
      """;

  /** With a compose file. */
  private static final String LONG =
      """
      lab: demo
      title: A lab with every key of a compose file
      parameters: {jdk: {axis: true, default: [17, 21]}}
      images: {JRE_IMAGE: "jre:JDK={jdk}"}
      stack: {QUEUE: 1}
      memory: {app: 300}
      on-demand: {spare: {images: {SPARE_IMAGE: netshoot}, at: {jdk: 17}}}
      capture:
        in: app
        filter: port 53
        file: dns.pcap
        requests: {port: 80, at-least: 200, file: latencies.json}
      settings: {"app:word": {with: word, help: a word of the app}}
      with: {word: hello}
      procedures:
        ask: [{run: [ask, "{word}"], in: app, stdout: said.json}]
        spare: {capture: false, steps: [{run: [ask], in: spare, stdout: said.json}]}
      calibrations:
        - id: delay
          title: the delay
          unit: ms
          procedure: ask
          kind: dns-answer-time
          of: slow.lab
          baseline: fast.lab
          target: "{word}"
          tolerance: 0.1
      signatures:
        too-many: {kind: counted-excess, value: "said.json#/value", limit: "said.json#/limit"}
      variants: [{do: ask, each: {plain: {expect: {too-many: present}}, spare: {do: spare}}}]
      """;

  /** Keys for programs other than this one: a value that only has one form. */
  private static final Set<String> ONE_VALUE = Set.of("Calibration kind");

  @TempDir Path labs;

  private JsonNode schema;
  private JsonSchema form;

  @BeforeEach
  void read() throws IOException {
    schema = Json.MAPPER.readTree(LabReader.class.getResourceAsStream(LabReader.SCHEMA));
    form = FORMS.getSchema(schema);
  }

  @Test
  void thePageHasEveryKey() throws IOException {
    String page = Files.readString(Path.of("../../docs/lab-keys.md"));
    for (String key : keys()) {
      int space = key.lastIndexOf(' ');
      String section = page.split("\n## " + key.substring(0, space) + "\n", 2)[1];
      assertThat(section.split("\n## ", 2)[0])
          .as(key)
          .contains("`" + key.substring(space + 1) + "`");
    }
  }

  @Test
  void everyKeyIsRead() throws IOException {
    Map<String, List<List<Object>>> uses = new TreeMap<>();
    Set<String> unread = keys();
    unread.removeAll(ONE_VALUE);
    for (String text : List.of(SHORT, LONG)) {
      JsonNode declaration = YamlTree.read(Path.of("lab.yaml"), text).json();
      assertThat(form.validate(declaration)).isEmpty();
      Lab lab = lab(declaration);
      uses.clear();
      collect(schema, declaration, List.of(), uses);
      uses.forEach(
          (key, places) -> {
            if (places.stream().anyMatch(place -> matters(declaration, place, lab))) {
              unread.remove(key);
            }
          });
    }
    assertThat(unread).isEmpty();
  }

  /** Whether the lab is another one without the key, or with another value. */
  private boolean matters(JsonNode declaration, List<Object> place, Lab lab) {
    return Stream.of(false, true)
        .map(removed -> changed(declaration, place, removed))
        .filter(changed -> form.validate(changed).isEmpty())
        .anyMatch(changed -> !lab.equals(labOrNull(changed)));
  }

  private Lab labOrNull(JsonNode declaration) {
    try {
      return lab(declaration);
    } catch (LabException e) {
      return null;
    }
  }

  private Lab lab(JsonNode declaration) {
    try {
      Path folder = Files.createDirectories(labs.resolve("demo"));
      Files.writeString(folder.resolve("lab.yaml"), declaration.toString());
      return new LabReader(List.of(labs)).read("demo");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode changed(JsonNode declaration, List<Object> place, boolean removed) {
    JsonNode copy = declaration.deepCopy();
    JsonNode at = copy;
    for (Object step : place.subList(0, place.size() - 1)) {
      at = step instanceof Integer index ? at.path(index) : at.path(step.toString());
    }
    ObjectNode parent = (ObjectNode) at;
    String key = place.get(place.size() - 1).toString();
    if (removed) {
      parent.remove(key);
    } else {
      parent.set(key, other(parent.path(key)));
    }
    return copy;
  }

  /** Another value of the same form. */
  private static JsonNode other(JsonNode value) {
    if (value.isBoolean()) {
      return Json.MAPPER.getNodeFactory().booleanNode(!value.asBoolean());
    }
    if (value.isInt() || value.isLong()) {
      return Json.MAPPER.getNodeFactory().numberNode(value.asLong() + 1);
    }
    if (value.isNumber()) {
      return Json.MAPPER.getNodeFactory().numberNode(value.asDouble() / 2);
    }
    if (value.isTextual()) {
      String text = value.asText();
      Map<String, String> words =
          Map.of("present", "absent", "absent", "present", "higher", "lower");
      return Json.MAPPER.getNodeFactory().textNode(words.getOrDefault(text, text + "x"));
    }
    JsonNode copy = value.deepCopy();
    if (copy instanceof ObjectNode map) {
      map.properties().forEach(field -> map.set(field.getKey(), other(field.getValue())));
    } else {
      ArrayNode list = (ArrayNode) copy;
      for (int i = 0; i < list.size(); i++) {
        list.set(i, other(list.get(i)));
      }
    }
    return copy;
  }

  /** Where a declaration uses the keys of the schema. */
  private void collect(
      JsonNode node, JsonNode value, List<Object> at, Map<String, List<List<Object>>> uses) {
    if (node.has("$ref")) {
      collect(schema.at(node.path("$ref").asText().substring(1)), value, at, uses);
    }
    node.path("oneOf").forEach(choice -> collect(choice, value, at, uses));
    if (node.has("if")) {
      boolean holds = FORMS.getSchema(node.path("if")).validate(value).isEmpty();
      collect(node.path(holds ? "then" : "else"), value, at, uses);
    }
    if (value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        collect(node.path("items"), value.path(i), with(at, i), uses);
      }
    }
    for (Map.Entry<String, JsonNode> field : value.properties()) {
      JsonNode property = node.path("properties").path(field.getKey());
      if (!property.isMissingNode()) {
        uses.computeIfAbsent(key(node, field.getKey()), k -> new ArrayList<>())
            .add(with(at, field.getKey()));
        collect(property, field.getValue(), with(at, field.getKey()), uses);
      } else if (node.path("additionalProperties").isObject()) {
        collect(
            node.path("additionalProperties"), field.getValue(), with(at, field.getKey()), uses);
      }
    }
  }

  private static List<Object> with(List<Object> at, Object step) {
    return Stream.concat(at.stream(), Stream.of(step)).toList();
  }

  private static String key(JsonNode node, String name) {
    return node.path("title").asText() + " " + name;
  }

  /** Every key of the schema, after the title of the object that has it. */
  private Set<String> keys() {
    Set<String> keys = new TreeSet<>();
    collect(schema, keys);
    assertThat(keys).contains("Guest cgroup", "Case when", "Question about what runs fact");
    return keys;
  }

  private static void collect(JsonNode node, Set<String> keys) {
    node.path("properties").fieldNames().forEachRemaining(name -> keys.add(key(node, name)));
    node.forEach(part -> collect(part, keys));
  }
}
