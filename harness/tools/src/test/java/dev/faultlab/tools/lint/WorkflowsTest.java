package dev.faultlab.tools.lint;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.lab.YamlTree;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.LocalCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every workflow and action of this repository, the examples in documents included. */
class WorkflowsTest {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Path SHARDS = ROOT.resolve(".github/workflows/shards.yaml");
  private static final Pattern PINNED = Pattern.compile("[\\w.-]+(/[\\w.-]+)+@[0-9a-f]{40}");
  private static final Pattern OWN_ACTION = Pattern.compile("(\\./|OWNER/faultlab[/@]).*");
  private static final Pattern UNNAMED = Pattern.compile("(?m)uses: *\\S+@[0-9a-f]{40} *$");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```yaml\\n(.*?)^```");
  private static final Set<String> TRUSTED_EVENTS = Set.of("push", "workflow_dispatch", "schedule");
  private static final Set<String> READ_ONLY = Set.of("read", "none");

  @TempDir private Path folder;

  private record Text(String name, String yaml) {
    @Override
    public String toString() {
      return name;
    }

    JsonNode tree() {
      return YamlTree.read(Path.of(name), yaml).json();
    }

    boolean isWorkflow() {
      return tree().has("on");
    }
  }

  static List<Text> workflows() throws IOException {
    List<Text> found = new ArrayList<>();
    for (String place :
        List.of(".github", "action.yml", "adapters", "docs", "examples", "README.md")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(place))) {
        for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
          String name = ROOT.relativize(file).toString();
          if (name.endsWith(".md")) {
            BLOCK
                .matcher(Files.readString(file))
                .results()
                .forEach(block -> found.add(new Text(name, block.group(1))));
          } else if (name.endsWith(".yml") || name.endsWith(".yaml")) {
            found.add(new Text(name, Files.readString(file)));
          }
        }
      }
    }
    return found.stream().filter(text -> text.yaml.contains("uses:")).toList();
  }

  @Test
  void theyAreFound() throws IOException {
    assertThat(workflows().stream().map(Text::name))
        .contains(
            ".github/workflows/shards.yaml",
            "action.yml",
            "docs/how-to/ci-github.md",
            "examples/upgrade-jdk/workflow.yml",
            "docs/how-to/beyond-one-machine.md");
  }

  @ParameterizedTest
  @MethodSource("workflows")
  void nothingIsWrong(Text text) {
    assertThat(problems(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cache/save@0057852bfaa89a56745cba8c7296529d2fc39830 | cache/save@v4 | not pinned by commit",
        "' # v4.2.2' | '' | which release is that commit",
        "persist-credentials: false | fetch-depth: 1 | keeps its credentials",
        "contents: read | contents: write | permission contents: write",
        "permissions: | permission: | no permissions",
        "run: adapters/images plan.json | run: 'adapters/images ${{ inputs.lab }}' | in a script",
        "'results/${{ needs.plan.outputs.lab }}/' | 'results/${{ inputs.lab }}/' | in path",
        "'${{ needs.plan.outputs.key }}' | 'faultlab-${{ env.OPTIONS }}' | in key",
      })
  void aFaultWouldBeSeen(String right, String wrong, String message) throws IOException {
    String yaml = Files.readString(SHARDS);
    assertThat(yaml).contains(right);
    assertThat(problems(new Text("broken.yaml", yaml.replace(right, wrong == null ? "" : wrong))))
        .anySatisfy(problem -> assertThat(problem).contains(message));
  }

  private static List<String> problems(Text text) {
    List<String> problems = new ArrayList<>();
    Consumer<String> say = problem -> problems.add(text.name() + ": " + problem);
    JsonNode tree = text.tree();
    if (UNNAMED.matcher(text.yaml()).find()) {
      say.accept("which release is that commit? Add it as a comment");
    }
    if (text.isWorkflow() && !tree.path("permissions").isObject()) {
      say.accept("no permissions, so the token has all that the repository gives");
    }
    // A job may write if no pull request, and no other workflow, can start it.
    JsonNode started = tree.path("on");
    boolean trusted = started.isObject() && TRUSTED_EVENTS.containsAll(names(started));
    for (JsonNode permissions : tree.findValues("permissions")) {
      boolean ofJob = trusted && permissions != tree.path("permissions");
      permissions
          .properties()
          .forEach(
              one -> {
                if (!ofJob && !READ_ONLY.contains(one.getValue().asText())) {
                  say.accept("permission " + one.getKey() + ": " + one.getValue().asText());
                }
              });
    }
    for (JsonNode step : tree.findParents("uses")) {
      String action = step.path("uses").asText();
      if (!OWN_ACTION.matcher(action).matches() && !PINNED.matcher(action).matches()) {
        say.accept(action + " is not pinned by commit");
      }
      if (action.startsWith("actions/checkout@")
          && !step.at("/with/persist-credentials").asText().equals("false")) {
        say.accept("a checkout keeps its credentials in the clone");
      }
      for (String input : List.of("path", "key", "restore-keys")) {
        if (step.path("with")
            .path(input)
            .asText()
            .matches("(?s).*\\b(inputs|env|github\\.event)\\..*")) {
          say.accept("a value that a person gave in " + input + " of " + action);
        }
      }
    }
    for (JsonNode script : tree.findValues("run")) {
      if (script.isTextual() && script.asText().contains("${{")) {
        say.accept("an expression in a script; give it an environment variable: " + script);
      }
    }
    return problems;
  }

  private static List<String> names(JsonNode object) {
    return object.properties().stream().map(Map.Entry::getKey).toList();
  }

  /** Only a release or a page may be written, and only by what this repository has merged. */
  @Test
  void whatAPullRequestCanStartWritesNothing() throws IOException {
    Path release = ROOT.resolve(".github/workflows/release.yaml");
    String yaml = Files.readString(release);
    String open = yaml.replace("  workflow_dispatch:", "  pull_request:");
    assertThat(problems(new Text("open.yaml", open)))
        .contains("open.yaml: permission contents: write");
  }

  @Test
  void optionsWithACommaMakeACacheKey() throws IOException {
    assertThat(checked("charset", "--jdk 17,25"))
        .matches("(?s)lab=charset\\nkey=[a-z0-9-]{1,200}\\n");
    assertThat(checked("charset", "--jdk 17,25")).isNotEqualTo(checked("charset", "--jdk 17"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"../..", "charset/..", "nosuch", "", "charset\nkey=x", "*"})
  void aLabThatIsNoFolderOfOursIsNoPath(String lab) throws IOException {
    assertThat(checked(lab, "")).isEmpty();
  }

  /** What the step that checks the inputs tells the steps after it. */
  private String checked(String lab, String options) throws IOException {
    Path output = folder.resolve("output");
    Files.writeString(output, "");
    String script = "";
    for (JsonNode step : YamlTree.read(SHARDS, Files.readString(SHARDS)).json().findParents("id")) {
      script = step.path("id").asText().equals("checked") ? step.path("run").asText() : script;
    }
    CommandResult result =
        new LocalCommands()
            .run(
                Command.of("bash", "-euo", "pipefail", "-c", script)
                    .in(ROOT)
                    .with("LAB", lab)
                    .with("OPTIONS", options)
                    .with("FILES", "0123")
                    .with("GITHUB_OUTPUT", output.toString()));
    String written = Files.readString(output);
    assertThat(result.ok()).as(result.err()).isEqualTo(!written.isEmpty());
    return written;
  }
}
