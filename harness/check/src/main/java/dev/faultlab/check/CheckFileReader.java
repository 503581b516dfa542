package dev.faultlab.check;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.faultlab.files.BoundedText;
import dev.faultlab.files.InnerPath;
import dev.faultlab.files.Json;
import dev.faultlab.files.RefusedPath;
import dev.faultlab.lab.AcceptedUntil;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.YamlTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads {@code faultlab.yaml}: syntax, then schema, then what a schema cannot express. Every error
 * is a {@link LabException} with file and line. Files that it names are in its folder or below.
 */
public final class CheckFileReader {
  /** What {@code faultlab check} reads unless another file is named. */
  public static final String NAME = "faultlab.yaml";

  private static final String SCHEMA = "/schema/check.schema.json";
  private static final int DEFAULT_TRIALS = 2;
  private static final int KILO = 1000;

  /** What to write in place of a component of our labs; the value of the file fills the gap. */
  private static final Map<String, String> REPLACEMENTS =
      Map.of(
          "jdk",
          "write 'FROM ${JRE_IMAGE}' or 'image: ${JRE_IMAGE}' in your project, and here JRE_IMAGE:"
              + " \"jre:JDK=%s\" (or an image of yours)",
          "kafka",
          "write 'image: ${KAFKA_IMAGE}' for the broker in the compose file, and here KAFKA_IMAGE:"
              + " \"apache/kafka:%s\"",
          "kernel",
          "a service runs on the kernel of this machine, so check it on a machine with kernel %1$s;"
              + " './faultlab upgrade --list kernel' lists what labs ask about kernels");

  private final YamlTree tree;
  private final JsonNode root;
  private final Path file;
  private final Path folder;

  private CheckFileReader(Path file) {
    this.file = file.toAbsolutePath().normalize();
    this.folder = this.file.getParent();
    this.tree = YamlTree.checked(file, SCHEMA);
    this.root = tree.json();
  }

  /**
   * Reads a file.
   *
   * @throws LabException with file and line for each error
   */
  public static CheckFile read(Path file) {
    LabException.throwIf(
        !Files.isRegularFile(file),
        file
            + ": no such file; write one with './faultlab check --init \"GET http://SERVICE/\"'."
            + " A repair is checked by './faultlab repair check'");
    return new CheckFileReader(file).file();
  }

  /**
   * An error that only other modules can find.
   *
   * @param path names from the root of the file to the part
   */
  public static LabException error(CheckFile check, String what, Object... path) {
    return YamlTree.checked(check.file(), SCHEMA).error(what, path);
  }

  private CheckFile file() {
    String service = root.path("service").asText();
    if (root.has("ask") == root.has("calls-every")) {
      throw tree.error(
          "expected one of the keys 'ask' and 'calls-every', found "
              + (root.has("ask") ? "both" : "none"),
          root.has("ask") ? "calls-every" : "service");
    }
    if (root.has("deadline") && !root.has("ask")) {
      throw tree.error("expected 'deadline' with 'ask' only, found 'calls-every'", "deadline");
    }
    Optional<Request> ask = root.has("ask") ? Optional.of(ask(root.path("ask"))) : Optional.empty();
    TimeLimits patience =
        new TimeLimits(
            duration("recover").orElse(TimeLimits.DEFAULT.recover()),
            duration("deadline"),
            duration("calls-every"));
    return new CheckFile(
        file,
        ComposeProject.of(
            folder,
            texts(root.path("compose")).stream().map(name -> inner(name, "compose")).toList(),
            texts(root.path("profiles")),
            texts(root.path("certificates")).stream().map(this::certificate).toList()),
        service,
        calls(service),
        ask,
        ask.filter(any -> root.has("upload")).map(this::upload),
        patience,
        root.has("from") ? side("from") : Side.AS_IT_IS,
        root.has("to") ? Optional.of(side("to")) : Optional.empty(),
        root.path("trials").asInt(DEFAULT_TRIALS),
        root.path("restart-service").asBoolean(),
        conditions());
  }

  private Path certificate(String name) {
    try {
      return inner(name, "certificates").toRealPath();
    } catch (IOException e) {
      throw tree.error("cannot read " + name + ": " + e.getMessage(), "certificates");
    }
  }

  private Optional<Duration> duration(String key) {
    String text = root.path(key).asText();
    return text.isEmpty() ? Optional.empty() : Optional.of(Duration.parse("PT" + text));
  }

  /** One text, a list of them, or none. */
  private static List<String> texts(JsonNode given) {
    return given.isTextual()
        ? List.of(given.asText())
        : given.valueStream().map(JsonNode::asText).toList();
  }

  private List<CalledService> calls(String service) {
    List<CalledService> calls = new ArrayList<>();
    for (String one : texts(root.path("calls"))) {
      String[] words = one.split(":");
      int port = Integer.parseInt(words[1]);
      if (port > Request.MAX_PORT) {
        throw tree.error("found port " + port + ", expected at most " + Request.MAX_PORT, "calls");
      }
      if (words[0].equals(service)) {
        throw tree.error(
            "found the service itself under calls, expected a service that it calls", "calls");
      }
      calls.add(new CalledService(words[0], port));
    }
    return calls;
  }

  private Request ask(JsonNode given) {
    Request ask = parsed((given.isObject() ? given.path("request") : given).asText(), "ask");
    String service = root.path("service").asText();
    if (!service.equals(ask.service())) {
      throw tree.error(
          "found the host '%s' in the request, expected the service '%s'"
              .formatted(ask.service(), service),
          "ask");
    }
    Map<String, String> headers = new LinkedHashMap<>();
    given
        .path("headers")
        .properties()
        .forEach(h -> headers.put(h.getKey(), text(h.getValue(), "ask", "headers", h.getKey())));
    Optional<String> body =
        given.has("body") ? Optional.of(text(given.path("body"), "ask", "body")) : Optional.empty();
    return ask.with(headers, body);
  }

  private Request parsed(String words, String key) {
    try {
      return Request.parse(words);
    } catch (IllegalArgumentException e) {
      throw tree.error(e.getMessage(), key);
    }
  }

  /** A text, or the contents of a file without the line break at its end. */
  private String text(JsonNode given, Object... at) {
    if (!given.isObject()) {
      return given.asText();
    }
    Path from = inner(given.path("file").asText(), at);
    if (Files.exists(from) && !Files.isRegularFile(from)) {
      throw tree.error("found a folder, pipe or device at " + from + ", expected a file", at);
    }
    try {
      String text = BoundedText.read(from).replaceFirst("\\R\\z", "");
      if (at.length > 2 && text.chars().anyMatch(c -> c < ' ' || c == 127)) {
        throw tree.error("found several lines in " + from + ", expected one: a header's value", at);
      }
      return text;
    } catch (IOException | RefusedPath e) {
      throw tree.error("cannot read " + from + ": " + e.getMessage(), at);
    }
  }

  private Request upload(Request ask) {
    String[] words = root.path("upload").asText().split(" ");
    int bytes = Integer.parseInt(words[2].replace("kB", "")) * KILO;
    String url = ask.url().replaceFirst("(https?://[^/?]*).*", "$1") + words[1];
    return parsed(words[0] + " " + url, "upload")
        .with(ask.headers(), Optional.of("x".repeat(bytes)));
  }

  private Side side(String which) {
    Map<String, String> variables = new LinkedHashMap<>();
    Optional<String> image = Optional.empty();
    for (Map.Entry<String, JsonNode> entry : root.path(which).properties()) {
      String name = entry.getKey();
      String value = tree.written(which, name).orElseThrow();
      if (name.equals("image")) {
        image = Optional.of(value);
      } else if (REPLACEMENTS.containsKey(name)) {
        throw tree.error(
            "found the component '%s', expected image or a variable of the compose file; %s"
                .formatted(name, REPLACEMENTS.get(name).formatted(value)),
            which,
            name);
      } else {
        variables.put(name, value);
      }
    }
    return new Side(image, variables);
  }

  private Map<String, ConditionEntry> conditions() {
    Map<String, ConditionEntry> conditions = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : root.path("conditions").properties()) {
      ObjectNode settings = entry.getValue().deepCopy();
      boolean required = settings.path("required").asBoolean();
      Optional<AcceptedUntil> accepted =
          Optional.ofNullable(settings.remove("accepted"))
              .map(given -> Json.MAPPER.convertValue(given, AcceptedUntil.class));
      accepted.ifPresent(
          until ->
              until.require(
                  LocalDate.now(ZoneOffset.UTC),
                  tree,
                  entry.getKey(),
                  "conditions",
                  entry.getKey(),
                  "accepted",
                  "until"));
      settings.remove("required");
      conditions.put(
          entry.getKey(),
          new ConditionEntry(
              Json.MAPPER.convertValue(settings, new TypeReference<>() {}), required, accepted));
    }
    return conditions;
  }

  private Path inner(String name, Object... path) {
    try {
      return InnerPath.of(folder, name);
    } catch (RefusedPath e) {
      throw tree.error(
          "found the path '%s', expected one in %s without '..' or links".formatted(name, folder),
          path);
    }
  }
}
