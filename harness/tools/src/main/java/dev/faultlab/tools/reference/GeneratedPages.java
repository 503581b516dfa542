package dev.faultlab.tools.reference;

import dev.faultlab.cli.Main;
import dev.faultlab.command.Toolbox;
import dev.faultlab.files.Json;
import dev.faultlab.lab.LabReader;
import dev.faultlab.report.ResultsPage;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunStore;
import dev.faultlab.tools.lint.Documents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/**
 * The pages that no person edits: the results of each lab, the claims of each article, the commands
 * with their options, the kinds of signatures, and the incidents of upgrades.
 */
record GeneratedPages(Toolbox tools) {
  private static final Path COMMANDS = Path.of("docs/reference/commands.md");
  private static final Path KINDS = Path.of("docs/reference/signature-kinds.md");
  private static final Path INCIDENTS = Path.of("docs/reference/incidents.md");
  private static final Path FORETOLD = Path.of(RunStore.REFERENCE, "foretold.json");
  private static final int WIDTH = 100;

  private static final Path CLAIMS = Path.of("docs/claims");

  /** Every page, by its place relative to the repository. */
  Map<Path, String> pages() throws IOException {
    Map<Path, String> pages = new TreeMap<>();
    LabReader labs = tools.labs();
    Map<String, Map<String, RunResult>> results = results();
    for (String lab : labs.names()) {
      if (results.containsKey(lab)) {
        pages.put(
            Path.of("labs", lab, "results.md"),
            ResultsPage.of(Documents.GENERATED, lab, results.get(lab)));
      }
    }
    if (Files.exists(tools.workspace().root().resolve(COMMANDS).getParent())) {
      pages.put(COMMANDS, commands());
      pages.put(KINDS, SignatureKindsPage.of(Documents.GENERATED));
    }
    Path foretold = tools.workspace().results().resolve(FORETOLD);
    if (Files.exists(foretold)) {
      pages.put(
          INCIDENTS,
          IncidentsPage.of(Documents.GENERATED, labs, Json.MAPPER.readTree(foretold.toFile())));
    }
    pages.putAll(claims());
    return pages;
  }

  private Map<Path, String> claims() throws IOException {
    Map<Path, String> pages = new TreeMap<>();
    Path folder = tools.workspace().root().resolve(CLAIMS);
    RunStore committed = new RunStore(tools.workspace().results());
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
          String lab = file.getFileName().toString().replaceFirst("\\.yaml$", "");
          pages.put(
              CLAIMS.resolve(lab + ".md"),
              ClaimsPage.read(file).markdown(Documents.GENERATED, lab, committed));
        }
      }
    }
    return pages;
  }

  private Map<String, Map<String, RunResult>> results() throws IOException {
    Path results = tools.workspace().results();
    Path reference = results.resolve(RunStore.REFERENCE);
    Map<String, Map<String, RunResult>> found = new TreeMap<>();
    if (!Files.isDirectory(reference)) {
      return found;
    }
    List<String> labs = tools.labs().names();
    try (Stream<Path> files = Files.list(reference)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".json")).sorted().toList()) {
        String name = file.getFileName().toString().replaceFirst("\\.json$", "");
        // The answers of upgrade and bisect are there as well.
        if (labs.stream().anyMatch(name::startsWith)) {
          RunResult result = new RunStore(results).find(RunStore.REFERENCE + "/" + name).result();
          found.computeIfAbsent(result.lab(), lab -> new TreeMap<>()).put(name, result);
        }
      }
    }
    return found;
  }

  private String commands() {
    StringBuilder page =
        new StringBuilder(
            Documents.GENERATED
                + "\n# Commands and options\n\nWhat `./faultlab COMMAND --help` prints."
                + " [Exit statuses](exit-statuses.md) are on a page of their own.\n");
    CommandLine all = Main.commandLine(tools, false);
    all.getSubcommands().forEach((name, command) -> usage(page, "##", name, command));
    return page.toString();
  }

  private static void usage(StringBuilder page, String level, String name, CommandLine command) {
    if (command.getCommandSpec().usageMessage().hidden()) {
      return;
    }
    command.setUsageHelpWidth(WIDTH);
    page.append("\n").append(level).append(" ").append(name).append("\n\n```text\n");
    page.append(command.getUsageMessage(Ansi.OFF).stripTrailing()).append("\n```\n");
    new ArrayList<>(command.getSubcommands().entrySet())
        .forEach(sub -> usage(page, "###", name + " " + sub.getKey(), sub.getValue()));
  }
}
