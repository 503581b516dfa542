package dev.faultlab.cli;

import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.Toolbox;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.lab.LabReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code ./faultlab new}: creates a lab that passes at once, as a starting point. */
@Command(
    name = "new",
    description = {
      "Writes the folder of a new lab: a small fault, its control, a page, and kept trials that test"
          + " its signature. It passes lint and run as it is.",
      "",
      "It goes to labs/ of this repository, or with --lab-path DIR (or FAULTLAB_LABS) to that folder."
    },
    exitCodeList = {"0:written", "64:the name or the folder cannot be used; nothing is written"})
final class NewCommand implements Callable<Integer> {
  /** Placeholder for the lab's name in the copied files. */
  private static final String NAME = "@NAME@";

  /** Services are named after the lab, and a host name has at most 63 characters. */
  private static final int LONGEST = 40;

  private static final Pattern KEBAB_CASE = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

  @Parameters(paramLabel = "NAME", description = "of the lab, in kebab-case: stale-config")
  private String name;

  private final Toolbox tools;

  NewCommand(Toolbox tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    List<Path> outside = tools.outside();
    boolean own = outside.isEmpty();
    Path labs = own ? tools.workspace().labs() : outside.get(outside.size() - 1);
    check(labs);
    Path folder = labs.resolve(name);
    Files.createDirectory(folder);
    copy(tools.workspace().root().resolve("harness/new-lab"), folder);
    String option = own ? "" : " " + LabFolders.OPTION + " " + labs;
    tools.out().println("wrote " + folder + "; next:");
    List<String> next = new ArrayList<>(List.of("plan " + name, "run " + name));
    if (Files.isDirectory(tools.workspace().root().resolve("harness/tools"))) {
      next.add(0, "dev lint"); // does not exist in a package
    }
    next.forEach(command -> tools.out().println("  ./faultlab " + command + option));
    tools.out().println("Then make it yours: docs/adding-a-lab.md.");
    return ExitStatus.OK;
  }

  private void check(Path labs) {
    if (!KEBAB_CASE.matcher(name).matches() || name.length() > LONGEST) {
      throw new WrongUsage(
          "'%s' cannot be a lab's name: lower-case letters, digits and single hyphens, a letter"
              + " first, at most %d characters",
          name, LONGEST);
    }
    for (Path folder : tools.outside()) {
      if (!Files.isDirectory(folder)) {
        throw new WrongUsage("no folder of labs at %s; create it first", folder);
      }
    }
    LabReader reader = tools.labs();
    if (reader.names().contains(name)) {
      throw new WrongUsage("there is a lab '%s' already", name);
    }
    if (Files.exists(labs.resolve(name))) {
      throw new WrongUsage("%s exists already", labs.resolve(name));
    }
  }

  private void copy(Path template, Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.walk(template)) {
      files = found.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      Path copy = folder.resolve(template.relativize(file).toString());
      Files.createDirectories(copy.getParent());
      if (file.startsWith(template.resolve("evidence"))) {
        Files.copy(file, copy); // bytes of packets, not text
      } else {
        AtomicFile.write(copy, Files.readString(file).replace(NAME, name));
      }
    }
  }
}
