package dev.faultlab.image;

import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.OneShot;
import dev.faultlab.docker.UnreachableException;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Builds a Go program with a learner's file in it, in the image that the lab's own is built in.
 * First the modules are downloaded, with the network and without any source. Then the program is
 * built without the network; the build sees only its own sources and the modules.
 *
 * @param root of the repository
 * @param cache folder for what Go downloads and builds
 * @param image with Go; asked for when it is needed
 * @param environment of this process
 */
public record GoBuild(
    Path root,
    Path cache,
    Commands commands,
    Supplier<String> image,
    Map<String, String> environment) {
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final int TAIL = 12;
  private static final int MEMORY_MEBIBYTES = 4096;
  private static final String SOURCE = "/source/";

  /** {@code replace faultlab/dnscache => ../../cures/dnscache}: another module of ours. */
  private static final Pattern LOCAL_MODULE = Pattern.compile("=>\\s+(\\.\\.?/\\S+)");

  /**
   * Builds the program.
   *
   * @param module folder of the program, relative to the repository
   * @param at where the learner's file goes in that folder
   * @param program name of what is built
   * @param out folder that gets it
   * @return the compiler's complaints; empty when the build succeeded
   * @throws ImageException when the compiler was not started, or not to its end
   */
  public List<String> build(Path file, String module, String at, String program, Path out)
      throws IOException {
    // If the engine created these folders, root would own them.
    Files.createDirectories(cache.resolve("modules"));
    Files.createDirectories(cache.resolve("build"));
    CommandResult fetched = commands.run(download(module).within(LIMIT));
    if (!fetched.ok()) {
      throw new UnreachableException("the modules of " + module + ": " + fetched.tail(TAIL));
    }
    CommandResult built = commands.run(compile(file, module, at, program, out).within(LIMIT));
    // The compiler's own statuses are 1 and 2.
    if (built.status() >= CommandResult.TIMED_OUT && built.status() <= CommandResult.NOT_STARTED) {
      throw new ImageException("cannot build %s: %s".formatted(module, built.tail(TAIL)));
    }
    return built.ok() ? List.of() : List.of(file.getFileName() + ": " + built.tail(TAIL));
  }

  private Command download(String module) throws IOException {
    OneShot container = container(module).mount(cache.resolve("modules"), "/modules");
    Stream.of("GOPROXY", "GOSUMDB")
        .filter(environment::containsKey)
        .forEach(variable -> container.env(variable, environment.get(variable)));
    for (String one : modules(module)) {
      for (String name : List.of("go.mod", "go.sum")) {
        if (Files.exists(root.resolve(one).resolve(name))) {
          container.readOnly(root.resolve(one).resolve(name), SOURCE + one + "/" + name);
        }
      }
    }
    return container.command(image.get(), List.of("go", "mod", "download"));
  }

  private Command compile(Path file, String module, String at, String program, Path out)
      throws IOException {
    OneShot container =
        container(module)
            .with("--network", "none")
            .env("GOPROXY", "off")
            .readOnly(cache.resolve("modules"), "/modules")
            .mount(cache.resolve("build"), "/build")
            .env("GOCACHE", "/build");
    modules(module).forEach(one -> container.readOnly(root.resolve(one), SOURCE + one));
    container.readOnly(file.toAbsolutePath(), SOURCE + module + "/" + at);
    container.mount(out.toAbsolutePath(), "/out");
    return container.command(
        image.get(),
        List.of("go", "build", "-trimpath", "-ldflags=-s -w", "-o", "/out/" + program, "."));
  }

  /** Options that both containers are started with. */
  private OneShot container(String module) {
    return new OneShot(MEMORY_MEBIBYTES)
        .capabilities(List.of())
        .asOwnerOf(cache)
        .with("--init", "--workdir", SOURCE + module)
        .env("GOMODCACHE", "/modules")
        .env("GOFLAGS", "-modcacherw")
        .env("HOME", "/tmp");
  }

  /**
   * The program's module and those of our modules that it depends on, relative to the repository.
   */
  private Set<String> modules(String module) throws IOException {
    Set<String> found = new LinkedHashSet<>(List.of(module));
    String declared = Files.readString(root.resolve(module).resolve("go.mod"));
    for (String line : declared.lines().toList()) {
      Matcher local = LOCAL_MODULE.matcher(line);
      if (local.find()) {
        found.add(Path.of(module).resolve(local.group(1)).normalize().toString());
      }
    }
    return found;
  }
}
