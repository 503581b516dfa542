package dev.faultlab.cli;

import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.Toolbox;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.docker.EngineException;
import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.Requirement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./faultlab new}: creates a lab that passes at once, as a starting point. */
@Command(
    name = "new",
    description = {
      "Writes the folder of a new lab: a small fault, its control, a page, and kept trials that test"
          + " its signature. It passes lint and run as it is.",
      "",
      "With a library and two versions it writes a lab that runs one program on both. You write the"
          + " call and what counts as its failure.",
      "",
      "./faultlab new --library org.yaml:snakeyaml --from 1.33 --to 2.2",
      "",
      "It goes to labs/ of this repository, or with --lab-path DIR (or FAULTLAB_LABS) to that folder."
    },
    exitCodeList = {
      "0:written",
      "64:the name or the folder cannot be used, or a version is not published; nothing is written"
    })
final class NewCommand implements Callable<Integer> {
  private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.+_-]{0,60}");
  private static final String COORDINATE_PART = "[A-Za-z0-9][A-Za-z0-9._-]*";

  /** A library by its registry's name. */
  static final class Library {
    @Option(names = "--library", paramLabel = "GROUP:ARTIFACT", description = "From Maven Central.")
    private String maven;

    @Option(names = "--pypi", paramLabel = "NAME", description = "From PyPI.")
    private String pypi;

    @Option(names = "--npm", paramLabel = "NAME", description = "From npm.")
    private String npm;

    @Option(names = "--go", paramLabel = "MODULE", description = "From Go's modules.")
    private String go;

    /** The template's folder. */
    private String kind() {
      return maven != null ? "maven" : pypi != null ? "pypi" : npm != null ? "npm" : "go";
    }

    private String coordinates() {
      return Stream.of(maven, pypi, npm, go).filter(Objects::nonNull).findFirst().orElseThrow();
    }

    /** What is replaced in the template, in text that is checked before it reaches a file. */
    private Map<String, String> values(Optional<String> from, Optional<String> to) {
      String form =
          switch (kind()) {
            case "maven" -> COORDINATE_PART + ":" + COORDINATE_PART;
            case "go" -> COORDINATE_PART + "(/" + COORDINATE_PART + ")+";
            default -> COORDINATE_PART;
          };
      WrongUsage.throwIf(
          !coordinates().matches(form), "'%s' is not the name of a library there", coordinates());
      for (Optional<String> version : List.of(from, to)) {
        if (version.filter(VERSION.asMatchPredicate()).isEmpty()) {
          throw new WrongUsage("--from and --to need a version each, as in --from 1.33 --to 2.2");
        }
      }
      String name = maven != null ? "GROUP=" : go != null ? "MODULE=" : "NAME=";
      String[] parts = coordinates().split(":");
      String last = coordinates().replaceFirst("(/v[0-9]+)?$", "").replaceFirst(".*[:/]", "");
      return Map.of(
          "@IMAGE@",
          kind() + "-library:" + name + coordinates().replace(":", ",ARTIFACT="),
          "@GROUP@",
          parts[0],
          "@LIBRARY@",
          parts[parts.length - 1],
          "@AXIS@",
          last.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-"),
          "@FROM@",
          plain(from.get()),
          "@TO@",
          plain(to.get()));
    }
  }

  /** Go writes v1.2.3; axes have no v. */
  private static String plain(String version) {
    return version.replaceFirst("^v(?=[0-9])", "");
  }

  /** Services are named after the lab, and a host name has at most 63 characters. */
  private static final int MAX_NAME_LENGTH = 40;

  private static final Pattern KEBAB_CASE = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      description = "of the lab, in kebab-case: stale-config (of a library: its name and -upgrade)")
  private String name;

  @ArgGroup(multiplicity = "0..1")
  private Library library;

  @Option(names = "--from", paramLabel = "X", description = "The library's version without it.")
  private Optional<String> from = Optional.empty();

  @Option(names = "--to", paramLabel = "Y", description = "The library's version with it.")
  private Optional<String> to = Optional.empty();

  private final Toolbox tools;
  private final Consumer<Requirement.Image> registries;

  /**
   * @param registries refuse an image with a version that is not published
   */
  NewCommand(Toolbox tools, Consumer<Requirement.Image> registries) {
    this.tools = tools;
    this.registries = registries;
  }

  @Override
  public Integer call() throws IOException {
    List<Path> outside = tools.outside();
    boolean inRepository = outside.isEmpty();
    Path labs = inRepository ? tools.workspace().labs() : outside.get(outside.size() - 1);
    Map<String, String> values = new LinkedHashMap<>();
    if (library != null) {
      values.putAll(library.values(from, to));
      name = name == null ? values.get("@AXIS@") + "-upgrade" : name;
    } else if (name == null || from.isPresent() || to.isPresent()) {
      throw new WrongUsage(
          name == null ? "expected a NAME or a library" : "--from and --to are for a library");
    }
    check(labs);
    if (library != null) {
      for (String side : List.of("@FROM@", "@TO@")) {
        requirePublished(values.get("@IMAGE@") + ",VERSION=" + values.get(side));
      }
      usedAxis(values.get("@IMAGE@")).ifPresent(axis -> values.put("@AXIS@", axis));
    }
    values.put("@NAME@", name);
    Path schema = tools.workspace().root().resolve("harness/lab/src/main/resources/schema");
    values.put("@SCHEMA@", relative(labs.resolve(name), schema.resolve("lab.schema.json")));
    Path folder = labs.resolve(name);
    Files.createDirectory(folder);
    String template = library == null ? "new-lab" : "new-library/" + library.kind();
    copy(tools.workspace().root().resolve("harness").resolve(template), folder, values);
    String option = inRepository ? "" : " " + LabFolders.OPTION + " " + labs;
    tools.out().println("wrote " + folder + "; next:");
    List<String> nextCommands = new ArrayList<>(List.of("plan " + name, "run " + name));
    if (Files.isDirectory(tools.workspace().root().resolve("harness/tools"))) {
      nextCommands.add(0, "dev lint"); // does not exist in a package
    }
    nextCommands.forEach(command -> tools.out().println("  ./faultlab " + command + option));
    tools.out().println("Then make it yours: docs/how-to/adding-a-lab.md.");
    return ExitStatus.OK;
  }

  private void check(Path labs) {
    WrongUsage.throwIf(
        !KEBAB_CASE.matcher(name).matches() || name.length() > MAX_NAME_LENGTH,
        "'%s' cannot be a lab's name: lower-case letters, digits and single hyphens, a letter"
            + " first, at most %d characters",
        name,
        MAX_NAME_LENGTH);
    for (Path folder : tools.outside()) {
      if (!Files.isDirectory(folder)) {
        throw new WrongUsage("no folder of labs at %s; create it first", folder);
      }
    }
    WrongUsage.throwIf(tools.labs().names().contains(name), "there is a lab '%s' already", name);
    WrongUsage.throwIf(Files.exists(labs.resolve(name)), "%s exists already", labs.resolve(name));
  }

  /** A registry that does not answer refuses nothing. */
  private void requirePublished(String image) {
    try {
      registries.accept(Requirement.Image.parse(image));
    } catch (NoSuchImageException e) {
      throw e;
    } catch (ImageException | EngineException e) {
      tools.progress().say("note: %s was not checked: %s".formatted(image, e.getMessage()));
    }
  }

  /** The axis that a lab has for the library, so that one question asks all of its labs. */
  private Optional<String> usedAxis(String image) {
    return tools.labs().names().stream()
        .flatMap(lab -> tools.labs().read(lab).axes().stream())
        .filter(
            a ->
                a.binding()
                    .map(b -> b.requirement() + "")
                    .equals(Optional.of(image + ",VERSION={" + a.name() + "}")))
        .map(Parameter::name)
        .findFirst();
  }

  private static String relative(Path folder, Path file) {
    return folder.toAbsolutePath().normalize().relativize(file.toAbsolutePath().normalize()) + "";
  }

  private static void copy(Path template, Path folder, Map<String, String> values)
      throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.walk(template)) {
      files = found.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      Path copy = folder.resolve(fillTemplate(template.relativize(file).toString(), values));
      Files.createDirectories(copy.getParent());
      if (file.startsWith(template.resolve("evidence"))) {
        Files.copy(file, copy); // bytes of packets, not text
      } else {
        AtomicFile.write(copy, fillTemplate(Files.readString(file), values));
      }
    }
  }

  private static String fillTemplate(String text, Map<String, String> values) {
    String filled = text;
    for (Map.Entry<String, String> value : values.entrySet()) {
      filled = filled.replace(value.getKey(), value.getValue());
    }
    return filled;
  }
}
