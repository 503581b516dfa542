package dev.faultlab.upgrade;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.faultlab.compare.Change;
import dev.faultlab.files.InnerPath;
import dev.faultlab.files.Json;
import dev.faultlab.files.RefusedPath;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.RunForm;
import dev.faultlab.lab.YamlTree;
import dev.faultlab.text.Suggestion;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A team's question, in a file beside the team's code.
 *
 * @param from the team's versions, in the form of {@code --from}; empty if the file has none
 * @param to the candidates, in the form of {@code --to}
 * @param labs only these; empty for all
 * @param form the full form runs everything, and compares metrics
 * @param trials of each point a side; empty for the labs' own number
 * @param worseThan a percentage
 * @param accepted findings that do not count as worse
 * @param service a faultlab.yaml, whose service is checked as well
 */
public record UpgradeFile(
    Optional<String> from,
    List<String> to,
    List<String> labs,
    RunForm form,
    Optional<Integer> trials,
    Optional<String> worseThan,
    List<Acceptance> accepted,
    Optional<Path> service) {

  /** The default place of the file if the command line has no question. */
  public static final String NAME = "upgrade.yaml";

  /**
   * Reads a file.
   *
   * @param labs that acceptances may name
   * @param today the date on which no acceptance may have expired
   * @throws LabException with file and line for each error
   */
  public static UpgradeFile read(Path file, LabReader labs, LocalDate today) {
    YamlTree yaml = YamlTree.checked(file, "/schema/upgrade-file.schema.json");
    JsonNode root = yaml.json();
    List<Acceptance> accepted = new ArrayList<>();
    for (int i = 0; i < root.path("accepted").size(); i++) {
      accepted.add(acceptance(yaml, i, labs, today));
    }
    JsonNode to = root.path("to");
    return new UpgradeFile(
        root.has("from") ? Optional.of(side(root.path("from"))) : Optional.empty(),
        to.isArray()
            ? to.valueStream().map(UpgradeFile::side).toList()
            : to.isMissingNode() ? List.of() : List.of(side(to)),
        root.path("labs").valueStream().map(JsonNode::asText).toList(),
        RunForm.of(!root.path("form").asText().equals("full")),
        root.has("trials") ? Optional.of(root.path("trials").asInt()) : Optional.empty(),
        text(root, "worse-than"),
        accepted,
        text(root, "service").map(name -> sibling(yaml, file, name)));
  }

  private static Path sibling(YamlTree yaml, Path file, String name) {
    try {
      return InnerPath.of(file.toAbsolutePath().getParent(), name);
    } catch (RefusedPath e) {
      throw yaml.error(
          "found the path '%s', expected a file beside or below this one".formatted(name),
          "service");
    }
  }

  /** The same settings with other sides, for these labs. */
  public UpgradeFile withSides(String before, List<String> candidates, List<String> labs) {
    return new UpgradeFile(
        Optional.of(before), candidates, labs, form, trials, worseThan, accepted, service);
  }

  /** The same question to the labs alone. */
  public UpgradeFile withoutService() {
    return new UpgradeFile(from, to, labs, form, trials, worseThan, accepted, Optional.empty());
  }

  private static Acceptance acceptance(YamlTree yaml, int index, LabReader labs, LocalDate today) {
    ObjectNode node = yaml.json().path("accepted").path(index).deepCopy();
    String change = node.path("change").asText(Change.APPEARED.words());
    node.put("change", change.toUpperCase(Locale.ROOT).replace(' ', '_'));
    node.set("at", texts(node.path("at")));
    node.set("to", texts(node.path("to")));
    Acceptance acceptance = Json.MAPPER.convertValue(node, Acceptance.class);
    acceptance.time().require(today, yaml, acceptance.what(), "accepted", index, "until");
    check(yaml, index, acceptance, labs);
    return acceptance;
  }

  /** Checks that its names exist: a typo would silently accept nothing. */
  private static void check(YamlTree yaml, int index, Acceptance acceptance, LabReader labs) {
    require(yaml, index, "lab", Optional.of(acceptance.lab()), labs.names());
    Lab lab = labs.read(acceptance.lab());
    if (acceptance.signature().isPresent() && acceptance.metric().isPresent()) {
      throw yaml.error("it names a signature and a metric; one of them", "accepted", index);
    }
    List<String> variants = lab.variants().stream().map(v -> v.id()).toList();
    List<String> metrics = lab.metrics().stream().map(m -> m.id()).toList();
    List<String> axes = lab.axes().stream().map(a -> a.name()).toList();
    require(yaml, index, "variant", acceptance.variant(), variants);
    require(yaml, index, "signature", acceptance.signature(), lab.signatures().keySet());
    require(yaml, index, "metric", acceptance.metric(), metrics);
    acceptance.at().keySet().forEach(axis -> require(yaml, index, "at", Optional.of(axis), axes));
  }

  private static void require(
      YamlTree yaml, int index, String field, Optional<String> name, Collection<String> known) {
    if (name.isPresent() && !known.contains(name.get())) {
      throw yaml.error(
          "no %s '%s'%s".formatted(field, name.get(), Suggestion.hint(name.get(), known)),
          "accepted",
          index,
          field);
    }
  }

  /** The form that a person would type. */
  private static String side(JsonNode node) {
    return node.isTextual()
        ? node.asText()
        : node.properties().stream()
            .map(e -> e.getKey() + "=" + e.getValue().asText())
            .collect(Collectors.joining(","));
  }

  /** A version that looks like a number is none. */
  private static ObjectNode texts(JsonNode settings) {
    ObjectNode texts = Json.MAPPER.createObjectNode();
    settings.properties().forEach(e -> texts.put(e.getKey(), e.getValue().asText()));
    return texts;
  }

  private static Optional<String> text(JsonNode node, String field) {
    return node.has(field) ? Optional.of(node.path(field).asText()) : Optional.empty();
  }
}
