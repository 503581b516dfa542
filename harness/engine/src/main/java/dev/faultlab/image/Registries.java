package dev.faultlab.image;

import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.OneShot;
import dev.faultlab.docker.UnreachableException;
import dev.faultlab.files.Trees;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Versions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Asks package registries which versions they have, through their own clients: those know the
 * mirrors, proxies and credentials of this machine.
 *
 * @param builder builds images on this machine
 * @param imageOfRole brings the default image of a role and returns its name
 * @param packages lists that were read
 */
record Registries(
    Builder builder, UnaryOperator<String> imageOfRole, Map<String, List<String>> packages) {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final int MEMORY_MEBIBYTES = 2048;

  /** The images that the clients are in: what recipes start from, so they are needed anyway. */
  private static final String APT = "base";

  private static final String GO = "go";
  private static final String PYTHON = "python";
  private static final String NPM = "npm";

  /** Variables that say where registries are; builds and questions get those that are set. */
  static final Set<String> ADDRESSES =
      Set.of("GOPROXY", "GOSUMDB", "PIP_INDEX_URL", "NPM_CONFIG_REGISTRY");

  /**
   * In the folder of a role whose versions are Debian packages, beside the Dockerfile that uses it
   * as well.
   */
  private static final String SUITES = "debian-suites";

  private static final String PIP_LIST = "Available versions:";

  /** What the clients print when a registry answers that it has no such thing. */
  private static final Pattern NOT_FOUND_MESSAGE =
      Pattern.compile(
          "404 Not Found|410 Gone|unknown revision|no matching versions|invalid version"
              + "|version is not available|was not found in|Could not find artifact");

  private static final Pattern RELEASE = Pattern.compile("\\d+(\\.\\d+)*(\\.Final)?");
  private static final Pattern QUOTED = Pattern.compile("\"([^\"]+)\"");
  private static final Pattern LISTED = Pattern.compile("<version>([^<]+)</version>");

  Registries(Builder tools, UnaryOperator<String> imageOfRole) {
    this(tools, imageOfRole, new HashMap<>());
  }

  /**
   * Whether a version is published.
   *
   * @throws ImageException when no registry can answer now
   */
  boolean has(Role role, VersionSource source, String version) {
    String name = source.of(version);
    return switch (source.registry()) {
      case DEBIAN -> packages(role, source).stream().anyMatch(line -> line.startsWith(name + " "));
      case GO ->
          // Of Go itself, the go command accepts any version up to its own without asking.
          name.startsWith("go@")
              ? goVersions(source).anyMatch(version::equals)
              : exists(runInside(GO, "", "go", "list", "-m", name), name);
      case MAVEN -> exists(maven(name), name);
      case PYPI ->
          pythonVersions(source)
              .anyMatch(
                  source.after().isEmpty() ? version::equals : v -> v.startsWith(version + "."));
      case NPM -> npmVersions(source).anyMatch(version::equals);
    };
  }

  /**
   * Every published release, oldest first; candidates, betas and early-access builds do not count.
   *
   * @throws ImageException when no registry can answer now
   */
  List<String> releases(Role role, VersionSource source) {
    Stream<String> versions =
        switch (source.registry()) {
          case DEBIAN ->
              packages(role, source).stream()
                  .filter(line -> !line.matches("\\S+ \\S+ \\S*~\\d*ea\\S*"))
                  .map(line -> line.split(" ")[0])
                  .map(name -> versionIn(source, name));
          case GO -> goVersions(source);
          case MAVEN -> mavenVersions(source);
          case PYPI -> pythonVersions(source);
          case NPM -> npmVersions(source);
        };
    return versions
        .filter(version -> RELEASE.matcher(version).matches())
        .distinct()
        .sorted(Comparator.comparing(version -> Versions.find(version).orElseThrow()))
        .toList();
  }

  /** Lines {@code PACKAGE SUITE VERSION}. */
  private List<String> packages(Role role, VersionSource source) {
    return packages.computeIfAbsent(
        source.of(".*"),
        pattern -> {
          String suites = read(builder.workspace().root().resolve(role.recipe()).resolve(SUITES));
          CommandResult listed = runInside(APT, suites, "sh", "-s", "--", pattern);
          return text("Debian's packages " + source.of("*"), listed).lines().toList();
        });
  }

  private Stream<String> goVersions(VersionSource source) {
    String module = source.before().split("@")[0];
    String versions = text(module, runInside(GO, "", "go", "list", "-m", "-versions", module));
    return Stream.of(versions.strip().split("\\s+"))
        .skip(1)
        .map(version -> versionIn(source, module + "@" + version));
  }

  private Stream<String> mavenVersions(VersionSource source) {
    // Maven's own RELEASE is the latest publication, which may be a fix of an old line.
    text(source.of("RELEASE"), maven(source.of("RELEASE")));
    String[] coordinates = source.before().split(":");
    Path repository = builder.workspace().cache().directory("m2");
    String group = coordinates[0].replace('.', '/');
    Path listed = repository.resolve(group).resolve(coordinates[1]);
    return Trees.children(listed).stream()
        .filter(file -> file.getFileName().toString().matches("maven-metadata-.*\\.xml"))
        .flatMap(file -> LISTED.matcher(read(file)).results().map(found -> found.group(1)));
  }

  private Stream<String> npmVersions(VersionSource source) {
    String name = source.before().replaceFirst("@$", "");
    String list = query(name, NPM, "npm", "view", name, "versions", "--json");
    return QUOTED.matcher(list).results().map(found -> found.group(1));
  }

  private Stream<String> pythonVersions(VersionSource source) {
    String module = source.before().split("==")[0];
    String list =
        query(module, PYTHON, "pip", "index", "versions", module)
            .lines()
            .filter(line -> line.startsWith(PIP_LIST))
            .findFirst()
            .orElseThrow(() -> new ImageException("pip lists no version of " + module));
    return Stream.of(list.substring(PIP_LIST.length()).strip().split(",\\s*"));
  }

  /** Asked in a container, because this machine may have no such client. */
  private String query(String name, String role, String... words) {
    return packages
        .computeIfAbsent(role + ":" + name, any -> List.of(text(name, runInside(role, "", words))))
        .get(0);
  }

  private CommandResult maven(String artifact) {
    Path root = builder.workspace().root();
    String maven = root.resolve("harness/scripts/maven").toString();
    // Maven asks again even if the artifact was missing an hour ago.
    List<String> words =
        List.of(maven, "--quiet", "--update-snapshots", "dependency:get", "-Dtransitive=false");
    List<String> command = new ArrayList<>(words);
    command.add("-Dartifact=" + artifact + ":pom");
    return builder.commands().run(Command.of(command).in(root).within(LIMIT));
  }

  private CommandResult runInside(String role, String input, String... words) {
    OneShot container = new OneShot(MEMORY_MEBIBYTES).with("--interactive", "--workdir", "/");
    Stream.concat(ADDRESSES.stream().sorted(), Builder.PROXY_VARIABLES.stream())
        .filter(variable -> !builder.environment().getOrDefault(variable, "").isEmpty())
        .forEach(variable -> container.with("--env", variable));
    Command command = container.command(imageOfRole.apply(role), List.of(words));
    return builder.commands().run(command.within(LIMIT).reading(input));
  }

  private static String text(String name, CommandResult result) {
    if (!result.ok()) {
      throw cannotTell(name, result);
    }
    return result.out();
  }

  private static boolean exists(CommandResult result, String name) {
    if (!result.ok() && !NOT_FOUND_MESSAGE.matcher(result.out() + result.err()).find()) {
      throw cannotTell(name, result);
    }
    return result.ok();
  }

  private static ImageException cannotTell(String name, CommandResult result) {
    return new UnreachableException(
        "cannot find out now whether %s exists: %s"
            .formatted(name, firstError(result.out() + "\n" + result.err())));
  }

  /** Maven and apt first print what is wrong, then general advice. */
  private static String firstError(String output) {
    Matcher error = Pattern.compile("(?m)^(?:\\[ERROR]|E:|go:) *(.+)$").matcher(output);
    return error.find() ? error.group(1) : output.strip();
  }

  private static String versionIn(VersionSource source, String name) {
    return name.startsWith(source.before()) && name.endsWith(source.after())
        ? name.substring(source.before().length(), name.length() - source.after().length())
        : "";
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
