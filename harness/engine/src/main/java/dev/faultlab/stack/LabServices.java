package dev.faultlab.stack;

import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Places;
import dev.faultlab.lab.Step;
import dev.faultlab.lab.Template;
import dev.faultlab.lab.Texts;
import dev.faultlab.lab.VersionQuery;
import dev.faultlab.machine.Commands;
import dev.faultlab.text.Suggestion;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks that the services that a lab's declaration names are in its compose file.
 *
 * @param commands with which compose is asked
 */
public record LabServices(Lab lab, Commands commands) {
  /** Any network will do: nothing is started. */
  private static final StackIdentity NONE = new StackIdentity("none", "none", "none", "198.18.0");

  /** The compose file of a lab. */
  static ComposeFile file(Lab lab, Commands commands) {
    return new ComposeFile(lab.folder().resolve("compose.yaml"), lab.stack().compose(), commands);
  }

  /** What is wrong, a sentence each. Needs docker compose, but no engine. */
  public List<String> problems() throws InterruptedException {
    ComposeFile file = file(lab, commands);
    ComposeModel model;
    try {
      model = file.read(lab.name(), NONE, Map.of(), Map.of());
    } catch (StackException e) {
      return List.of(e.getMessage());
    }
    Set<String> problems = new LinkedHashSet<>();
    model.problems().forEach(problem -> problems.add(file.path() + ": " + problem));
    List<String> texts = new ArrayList<>();
    Set<String> services = new LinkedHashSet<>();
    lab.procedures().values().forEach(p -> p.steps().forEach(s -> collect(s, texts, services)));
    lab.steps().ran().stream().map(VersionQuery::step).forEach(s -> collect(s, texts, services));
    lab.capture().ifPresent(capture -> services.add(capture.service()));
    services.addAll(lab.stack().memory().keySet());
    services.addAll(lab.stack().onDemand().keySet());
    services.removeAll(model.names());
    services.forEach(
        service ->
            problems.add(
                "%s: no service '%s'%s"
                    .formatted(
                        Places.of(lab).service(service),
                        service,
                        Suggestion.hint(service, model.names()))));
    for (String text : texts) {
      for (String name : Template.names(text)) {
        if (Template.service(name).isPresent() && !model.placeholders().containsKey(name)) {
          String place =
              Places.of(lab).mention("{" + name + "}").orElseGet(() -> lab.folder() + "/lab.yaml");
          String hint = Suggestion.hint(name, model.placeholders().keySet());
          problems.add("%s: {%s} has no value%s".formatted(place, name, hint));
        }
      }
    }
    return List.copyOf(problems);
  }

  private static void collect(Step step, List<String> texts, Set<String> services) {
    texts.addAll(Texts.of(step));
    if (step instanceof Step.Program run) {
      services.add(run.service());
    }
  }
}
