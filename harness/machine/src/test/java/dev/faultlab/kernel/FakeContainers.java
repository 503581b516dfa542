package dev.faultlab.kernel;

import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Stands at the process boundary: an engine whose containers answer as {@code newest}, {@code
 * stock} and {@code adopt} do, a Debian mirror and a registry of images.
 */
final class FakeContainers implements Commands {
  /** Suite and package, with a space between, to what {@code newest} prints. */
  final Map<String, String> debian = new HashMap<>();

  /** Images that are here, with their ids. */
  final Map<String, String> images = new HashMap<>();

  final Set<String> registry = new HashSet<>();

  boolean mirrorAnswers = true;

  /** The programs that ran in containers, with what they were asked; and pulls. */
  final List<String> commandsRun = new ArrayList<>();

  @Override
  public CommandResult run(Command command) {
    List<String> words = command.words();
    return switch (words.get(1)) {
      case "image" -> {
        String id = images.get(words.get(5));
        yield id == null ? ended(1, "No such image") : ended(0, id);
      }
      case "pull" -> pull(words.get(2));
      case "create" -> ended(0, "container");
      case "export", "rm" -> ended(0, "");
      case "run" -> inside(words);
      default -> throw new AssertionError("unexpected: " + command);
    };
  }

  private CommandResult pull(String image) {
    commandsRun.add("pull " + image);
    if (!registry.contains(image)) {
      return ended(1, "no such manifest");
    }
    images.put(image, "sha256:of-" + image);
    return ended(0, "");
  }

  private CommandResult inside(List<String> words) {
    int at = Math.max(words.indexOf("apt"), words.indexOf("builder"));
    String program = words.get(at + 1).replace("/recipes/", "");
    List<String> asked = words.subList(at + 3, words.size());
    if (program.equals("newest")) {
      commandsRun.add("newest " + String.join(" ", asked));
      String found = debian.get(String.join(" ", asked));
      if (!mirrorAnswers) {
        return ended(75, "E: Temporary failure resolving 'mirror.test'");
      }
      return found == null ? ended(1, "Debian has no suite " + asked.get(0)) : ended(0, found);
    }
    commandsRun.add(program + " " + String.join(" ", asked.subList(0, 3)));
    String out = words.stream().filter(word -> word.endsWith(":/out")).findFirst().orElseThrow();
    Path part = Path.of(out.substring(0, out.indexOf(':')));
    String facts =
        program.equals("stock")
            ? "\"kind\": \"package\", \"exact\": \"%s %s\", \"source\": {\"package\": \"%s\", \"version\": \"%s\"}"
                .formatted(asked.get(1), asked.get(2), asked.get(1), asked.get(2))
            : "\"kind\": \"%s\", \"exact\": \"%s\"".formatted(asked.get(0), asked.get(2));
    try {
      Files.writeString(
          part.resolve("provenance.json"),
          "{%s, \"release\": \"r\", \"image\": {\"sha256\": \"s\"}}".formatted(facts));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ended(0, "");
  }

  private static CommandResult ended(int status, String output) {
    return new CommandResult(status, status == 0 ? output : "", status == 0 ? "" : output);
  }
}
