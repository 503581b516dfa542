package dev.faultlab.run;

import dev.faultlab.lab.Question;
import dev.faultlab.lab.Template;
import dev.faultlab.stack.Execution;
import dev.faultlab.stack.Stack;
import dev.faultlab.stack.StackException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Asks the running components of a stack what they are. */
final class Inquiry {
  private final Stack stack;
  private final Map<String, String> settings;
  private final List<String> silent = new ArrayList<>();

  Inquiry(Stack stack, Map<String, String> settings) {
    this.stack = stack;
    this.settings = new LinkedHashMap<>(settings);
    this.settings.putAll(stack.placeholders());
  }

  /** Axis to what the component said, on one line. */
  Map<String, String> ask(List<Question> questions) throws InterruptedException {
    Map<String, String> said = new LinkedHashMap<>();
    for (Question question : questions) {
      try {
        List<String> command =
            question.step().command().stream().map(t -> Template.fill(t, settings)).toList();
        Execution answer =
            stack.service(question.step().service()).execute(command, question.step().limit());
        String text =
            new String(answer.stdout(), StandardCharsets.UTF_8)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("; "));
        if (answer.exitStatus() != 0 || text.isEmpty()) {
          throw new StackException("status " + answer.exitStatus() + ", " + answer.tail());
        }
        said.put(question.axis(), text);
      } catch (StackException e) {
        silent.add(
            stack.name() + " does not say what ran as " + question.axis() + ": " + e.getMessage());
      }
    }
    return said;
  }

  /** A sentence for each component that did not answer: nobody knows then what was measured. */
  List<String> silent() {
    return silent;
  }
}
