package dev.faultlab.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.files.BoundedText;
import dev.faultlab.files.Json;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.ZipException;

/**
 * The user's own kubectl, so that contexts, plug-ins for logins and proxies work as the user has
 * them.
 */
final class Kubectl {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Duration FETCH_LIMIT = Duration.ofMinutes(10);

  private final Commands commands;
  private final List<String> words = new ArrayList<>();

  Kubectl(Commands commands, Map<String, String> environment, Optional<String> namespace) {
    this.commands = commands;
    words.add(environment.getOrDefault("KUBECTL", "kubectl"));
    namespace.ifPresent(name -> words.add("--namespace=" + name));
  }

  /** What a person types, for messages. */
  String shown(String rest) {
    return String.join(" ", words) + " " + rest;
  }

  /** How it ended; that it failed is a result. */
  CommandResult run(String input, String... more) {
    return commands.run(Command.of(with(more)).reading(input).within(LIMIT));
  }

  /**
   * The output of a command that must succeed.
   *
   * @throws ClusterException with what it said
   */
  String output(String input, String... more) {
    CommandResult result = run(input, more);
    if (!result.ok()) {
      String help = result.status() == CommandResult.NOT_STARTED ? "; install kubectl" : "";
      throw new ClusterException("%s: %s%s", shown(String.join(" ", more)), result.tail(3), help);
    }
    return result.out();
  }

  /** The objects that a query finds. */
  List<JsonNode> get(String query) throws IOException {
    JsonNode found = Json.MAPPER.readTree(output("", ("get -o json " + query).split(" ")));
    return StreamSupport.stream(found.path("items").spliterator(), false).toList();
  }

  /**
   * Unpacks the folder of a finished shard from its pod.
   *
   * @throws ClusterException when that breaks off
   */
  void fetch(String pod, Path folder) throws IOException {
    Path error = folder.resolveSibling("kubectl-exec");
    Process process =
        new ProcessBuilder(
                with("exec", pod, "--container=shard", "--", "tar", "-C", "/srv/shard", "-cz", "."))
            .redirectError(error.toFile())
            .start();
    // A connection to a node that is lost would stay open.
    CompletableFuture.delayedExecutor(FETCH_LIMIT.toSeconds(), TimeUnit.SECONDS)
        .execute(process::destroyForcibly);
    try (InputStream packed = process.getInputStream()) {
      ShardArchive.unpack(packed, folder);
    } catch (EOFException | ZipException e) {
      throw new ClusterException(
          "%s: %s %s", shown("exec " + pod), e.getMessage(), BoundedText.read(error).strip());
    } finally {
      process.destroy();
    }
  }

  private List<String> with(String... more) {
    return Stream.concat(words.stream(), Stream.of(more)).toList();
  }
}
