package dev.faultlab.image;

import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Stands at the process boundary: knows images, answers pulls as told, and keeps a diary. */
final class FakeEngine implements Commands {
  static final String UNREACHABLE =
      "Error response from daemon: Get \"https://registry.test/v2/\": dial tcp: no such host";
  static final String NOT_FOUND = "Error response from daemon: manifest for x:1 not found";

  /** Images that are here, with their ids. */
  final Map<String, String> images = new HashMap<>();

  /** What registries call images, by the names that these have here; a name a line. */
  final Map<String, String> digests = new HashMap<>();

  /** The label with its own name, of an image by what a registry calls it. */
  final Map<String, String> labels = new HashMap<>();

  /** What a pull of an image says when it fails; others succeed. */
  final Map<String, String> failingPulls = new HashMap<>();

  /** What the next builds say when they fail; the ones after that succeed. */
  final Deque<String> failingBuilds = new ArrayDeque<>();

  /** Official images that a registry describes; of others it says that it has none. */
  final Set<String> described = new HashSet<>();

  /** Says of every image that no registry answers. */
  boolean registryAway;

  /** What a package registry's client says, by a word of its command; others find nothing. */
  final Map<String, CommandResult> clients = new LinkedHashMap<>();

  /** What containers hold, a word a line; there is one container when it is not empty. */
  String occupied = "";

  /** The commands that change something, without their arguments' details. */
  final List<String> commandsRun = new ArrayList<>();

  /** Every word of the last build. */
  final List<String> lastBuild = new ArrayList<>();

  /** Hears of each build when it begins, on the thread that builds. */
  Consumer<String> building = tag -> {};

  /** Hears of each pull when it begins, on the thread that pulls. */
  Consumer<String> pulling = name -> {};

  @Override
  public CommandResult run(Command command) {
    List<String> words = command.words();
    if (words.get(0).endsWith("/build")) {
      building.accept(words.get(1));
    } else if (words.get(1).equals("build")) {
      building.accept(words.get(3));
    } else if (words.get(1).equals("pull")) {
      pulling.accept(words.get(2));
    }
    return answer(command);
  }

  private synchronized CommandResult answer(Command command) {
    List<String> words = command.words();
    if (words.get(0).endsWith("/build")) {
      return build("script", words.get(1));
    }
    if (words.get(0).endsWith("/maven")) {
      return client(words);
    }
    return switch (words.get(1)) {
      case "manifest" -> describe(words.get(3));
      case "run" -> client(words);
      case "ps" -> ok(occupied.isEmpty() ? "" : "c1\n");
      case "container" -> ok(occupied);
      case "pull" -> pull(words.get(2));
      case "build" -> {
        lastBuild.clear();
        lastBuild.addAll(words);
        yield build("build", words.get(3));
      }
      case "image" -> image(words);
      default -> throw new AssertionError("unexpected: " + command);
    };
  }

  private CommandResult image(List<String> words) {
    switch (words.get(2)) {
      case "ls":
        StringBuilder lines = new StringBuilder();
        images.forEach((name, id) -> lines.append(name).append(' ').append(id).append('\n'));
        return ok(lines.toString());
      case "rm":
        commandsRun.add("remove " + words.get(3));
        images.remove(words.get(3));
        return ok("");
      case "tag":
        images.put(words.get(4), images.get(words.get(3)));
        return ok("");
      case "inspect":
        if (words.get(4).contains(".Size")) {
          return ok(
              String.join(
                  "\n",
                  words.subList(5, words.size()).stream()
                      .map(image -> image + " 1048576 2026-01-01T00:00:00Z")
                      .toList()));
        }
        if (words.get(4).contains(".RepoDigests")) {
          return ok(digests.getOrDefault(words.get(5), ""));
        }
        if (words.get(4).contains("faultlab.image")) {
          return ok(labels.getOrDefault(words.get(5), "") + "\n");
        }
        String id = images.get(words.get(5));
        return id == null ? failed("No such image") : ok(id + "\n");
      default:
        return ok("");
    }
  }

  private CommandResult describe(String name) {
    commandsRun.add("ask for " + name);
    if (registryAway) {
      return failed(UNREACHABLE);
    }
    return described.contains(name) ? ok("{}") : failed("no such manifest: " + name);
  }

  private CommandResult client(List<String> words) {
    commandsRun.add("ask a client");
    String command = String.join(" ", words);
    return clients.entrySet().stream()
        .filter(entry -> command.contains(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow(() -> new AssertionError("unexpected: " + command));
  }

  private CommandResult pull(String name) {
    commandsRun.add("pull " + name);
    String trouble = failingPulls.get(name);
    if (trouble != null) {
      return failed(trouble);
    }
    images.put(name, "sha256:pulled-" + name);
    return ok("");
  }

  private CommandResult build(String command, String tag) {
    commandsRun.add(command + " " + tag.replaceAll(":.*", ""));
    if (!failingBuilds.isEmpty()) {
      return failed(failingBuilds.pop());
    }
    images.put(tag, "sha256:built-" + tag);
    return ok("");
  }

  static CommandResult ok(String out) {
    return new CommandResult(0, out, "");
  }

  static CommandResult failed(String err) {
    return new CommandResult(1, "", err);
  }
}
