package dev.faultlab.image;

import dev.faultlab.docker.DockerImages;
import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.UnreachableException;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.files.Trees;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Builds one image from its recipe: a Dockerfile, or a program called {@code build} where no image
 * exists yet to build on.
 *
 * @param certificates folder of the host's extra CA certificates; may not exist
 * @param pause before a build is tried again after a registry failed
 */
record Builder(
    Workspace workspace,
    Commands commands,
    Progress progress,
    Map<String, String> environment,
    Path certificates,
    Duration pause) {
  /** Package registries have bad minutes, in bursts of one or two. */
  private static final int ATTEMPTS = 3;

  static final List<String> PROXY_VARIABLES =
      List.of("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy");

  DockerImages engine() {
    return new DockerImages(commands);
  }

  /**
   * Leaves an image called {@code tag} in the engine().
   *
   * @param baseImages build argument to the name of the image that replaces it
   * @param onLine receives each line that the build prints
   * @throws UnreachableException when a package registry still failed at the last attempt
   * @throws ImageException with the last lines of the build when it fails otherwise
   */
  void build(
      ImageRequest request, String tag, Map<String, String> baseImages, Consumer<String> onLine) {
    Path log = workspace.cache().directory("logs").resolve(tag.replaceAll("[/:]", "-") + ".log");
    for (int attempt = 1; ; attempt++) {
      CommandResult result = attempt(request, tag, baseImages, onLine);
      write(log, result);
      if (result.ok()) {
        engine().removeStages(result.out());
        return;
      }
      String output = result.out() + result.err();
      if (attempt == ATTEMPTS || !CommandFailures.TRANSIENT.test(output)) {
        String why =
            "building %s failed (status %d). The end of %s:%n%s"
                .formatted(request.title(), result.status(), log, result.tail(15));
        throw CommandFailures.TRANSIENT.test(output)
            ? new UnreachableException(why)
            : new ImageException(why);
      }
      progress.say(
          "A package registry failed while building %s; trying again in %d s (%d of %d): %s"
              .formatted(
                  request.title(), pause.toSeconds(), attempt + 1, ATTEMPTS, result.tail(1)));
      waitForRegistry();
    }
  }

  private CommandResult attempt(
      ImageRequest request, String tag, Map<String, String> baseImages, Consumer<String> onLine) {
    Path recipe = workspace.root().resolve(request.role().recipe());
    Map<String, String> arguments = new TreeMap<>(request.buildArguments());
    arguments.putAll(baseImages);
    passOn(request.role().environment(), arguments);
    rejectSecrets(request.title(), recipe.resolve("Dockerfile"), arguments);
    if (Files.isExecutable(recipe.resolve("build"))) {
      Command program = Command.of(recipe.resolve("build").toString(), tag).in(workspace.root());
      for (Map.Entry<String, String> argument : arguments.entrySet()) {
        program = program.with(argument.getKey(), argument.getValue());
      }
      return commands.run(program.within(DockerImages.BUILD_LIMIT).withListener(onLine));
    }
    passOn(PROXY_VARIABLES, arguments);
    if (request.role().carry().isEmpty()) {
      return engine().build(tag, recipe, arguments, onLine);
    }
    Path context = workspace.cache().directory("contexts").resolve(tag.replaceAll("[/:]", "-"));
    try {
      Trees.delete(context);
      Trees.copy(recipe, context);
      for (String part : request.role().carry()) {
        // There even when the host has no certificates: COPY fails on a folder that does not exist.
        Trees.copy(Role.partFolder(part, workspace.root(), certificates), context.resolve(part));
      }
      return engine().build(tag, context, arguments, onLine);
    } finally {
      Trees.delete(context);
    }
  }

  /** The history of an image keeps the arguments of its last stage, and so their passwords. */
  private static void rejectSecrets(String title, Path dockerfile, Map<String, String> arguments) {
    String text = Files.isRegularFile(dockerfile) ? Registries.read(dockerfile) : "";
    String last = text.substring(Math.max(0, text.lastIndexOf("\nFROM ")));
    arguments.forEach(
        (name, value) -> {
          if (value.matches("(?s).*://[^/\\s]*@.*") && last.contains("\nARG " + name)) {
            throw new ImageException(
                "%1$s has a user name or password, which the history of %2$s would keep; name a proxy without one: %1$s=URL ./faultlab images"
                    .formatted(name, title));
          }
        });
  }

  private void passOn(List<String> variables, Map<String, String> arguments) {
    for (String variable : variables) {
      String value = environment.getOrDefault(variable, "");
      if (!value.isEmpty()) {
        arguments.put(variable, value);
      }
    }
  }

  private void waitForRegistry() {
    try {
      // Nothing tells us when a registry is back.
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ImageException("interrupted while waiting for a package registry", e);
    }
  }

  private static void write(Path log, CommandResult result) {
    try {
      AtomicFile.write(log, result.out() + result.err());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + log, e);
    }
  }
}
