package dev.faultlab.challenge;

import dev.faultlab.challenge.Material.GoSource;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Builds a Go program with a learner's file in it, in the image that the lab's own is built in. */
final class GoBuild {
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final int TAIL = 12;

  private final Path root;
  private final Path cache;
  private final Commands commands;
  private final Supplier<String> image;
  private final Map<String, String> labels;
  private final Map<String, String> environment;

  /**
   * @param root of the repository
   * @param cache folder for what Go downloads and builds
   * @param image with Go; asked for when it is needed
   * @param labels of the container, by which clean-up finds it
   * @param environment of this process
   */
  GoBuild(
      Path root,
      Path cache,
      Commands commands,
      Supplier<String> image,
      Map<String, String> labels,
      Map<String, String> environment) {
    this.root = root;
    this.cache = cache;
    this.commands = commands;
    this.image = image;
    this.labels = labels;
    this.environment = environment;
  }

  /**
   * Builds the program.
   *
   * @param out folder that gets it
   * @return what Go complains of; empty when it was built
   */
  List<String> build(Path file, GoSource source, Path out) throws IOException {
    Files.createDirectories(cache);
    String module = "/source/" + source.module();
    List<String> words = new ArrayList<>(List.of("docker", "run", "--rm"));
    labels.forEach((name, value) -> words.addAll(List.of("--label", name + "=" + value)));
    for (String variable : List.of("GOPROXY", "GOSUMDB")) {
      if (environment.containsKey(variable)) {
        words.addAll(List.of("--env", variable + "=" + environment.get(variable)));
      }
    }
    words.addAll(
        List.of(
            "--env",
            "GOCACHE=/cache/build",
            "--env",
            "GOMODCACHE=/cache/modules",
            "--env",
            "GOFLAGS=-modcacherw",
            "--env",
            "HOME=/tmp",
            "--user",
            owner(cache),
            "--volume",
            cache + ":/cache",
            "--volume",
            // All of it: a module may stand on another one of ours.
            root + ":/source:ro",
            "--volume",
            file.toAbsolutePath() + ":" + module + "/" + source.at() + ":ro",
            "--volume",
            out.toAbsolutePath() + ":/out",
            "--workdir",
            module,
            image.get(),
            "go",
            "build",
            "-trimpath",
            "-ldflags=-s -w",
            "-o",
            "/out/" + source.program(),
            "."));
    CommandResult built = commands.run(Command.of(words).within(LIMIT));
    return built.ok() ? List.of() : List.of(file.getFileName() + ": " + built.tail(TAIL));
  }

  /** Whose folder it is: what is built there must not become root's. */
  private static String owner(Path folder) throws IOException {
    return Files.getAttribute(folder, "unix:uid") + ":" + Files.getAttribute(folder, "unix:gid");
  }
}
