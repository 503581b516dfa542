package dev.faultlab.docker;

import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.owner.Labels;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The engine's images, through the {@code docker} command. */
public record DockerImages(Commands commands) {
  private static final Duration PULL_LIMIT = Duration.ofMinutes(20);

  /** Asking takes 4 s if a registry answers, 8 s if names are not resolved. */
  private static final Duration QUERY_LIMIT = Duration.ofMinutes(2);

  private static final Duration COPY_LIMIT = Duration.ofMinutes(10);

  /** A kernel takes 15 minutes on two cores; three times that is stuck. */
  public static final Duration BUILD_LIMIT = Duration.ofMinutes(45);

  /** The old builder observes this memory limit; BuildKit has none. */
  private static final String BUILD_MEMORY = "8g";

  private static final Pattern LAYER = Pattern.compile(" ---> ([0-9a-f]{12,64})");
  private static final Pattern NEW_STAGE = Pattern.compile("Step \\d+/\\d+ : FROM .*");

  /**
   * Every named image here, by {@code repository:tag}, with its id. One call for all: asking for
   * each alone takes 30 ms.
   *
   * @throws ImageException when the engine does not answer
   */
  public Map<String, String> images() {
    CommandResult result =
        run("image", "ls", "--no-trunc", "--format", "{{.Repository}}:{{.Tag}} {{.ID}}");
    if (!result.ok()) {
      throw new ImageException(
          "the Docker Engine does not answer (see ./faultlab doctor): " + result.tail(2));
    }
    Map<String, String> images = new HashMap<>();
    result
        .out()
        .lines()
        .map(line -> line.split(" "))
        .filter(words -> words.length == 2)
        .forEach(words -> images.put(words[0], words[1]));
    return images;
  }

  /**
   * An image as the engine lists it.
   *
   * @param bytes including what it shares with others
   */
  public record Entry(String name, String id, long bytes) {}

  /**
   * Images by name, in the order of names.
   *
   * @param images name to id
   * @throws ImageException when the engine does not answer
   */
  public List<Entry> details(Map<String, String> images) {
    if (images.isEmpty()) {
      return List.of();
    }
    List<String> words =
        new ArrayList<>(List.of("image", "inspect", "--format", "{{.Id}} {{.Size}}"));
    words.addAll(new TreeSet<>(images.values()));
    Map<String, Long> bytes =
        DockerCommand.output(commands, DockerCommand.of(words))
            .lines()
            .map(line -> line.split(" "))
            .collect(Collectors.toMap(detail -> detail[0], detail -> Long.valueOf(detail[1])));
    return new TreeMap<>(images)
        .entrySet().stream()
            .map(image -> new Entry(image.getKey(), image.getValue(), bytes.get(image.getValue())))
            .toList();
  }

  /**
   * Removes an image's name, and with its last name the image.
   *
   * @throws ImageException when a container still uses it
   */
  public void remove(String image) {
    CommandResult result = run("image", "rm", image);
    if (!result.ok()) {
      throw new ImageException(image + " cannot be removed: " + result.tail(1));
    }
  }

  /** The content id of one image, if it is here. */
  public Optional<String> id(String image) {
    CommandResult result = run("image", "inspect", "--format", "{{.Id}}", image);
    return result.ok() ? Optional.of(result.out().strip()) : Optional.empty();
  }

  /** The registry's name for the image, {@code NAME@sha256:...}; empty where there is none. */
  public Optional<String> digest(String image) {
    String format = "{{range .RepoDigests}}{{println .}}{{end}}";
    String repository = image.replaceFirst("@.*", "").replaceFirst(":[^/:]*$", "");
    return run("image", "inspect", "--format", format, image)
        .out()
        .lines()
        .filter(line -> line.startsWith(repository + "@"))
        .sorted()
        .findFirst();
  }

  public CommandResult pull(String image, Consumer<String> onLine) {
    return commands.run(DockerCommand.of("pull", image).within(PULL_LIMIT).withListener(onLine));
  }

  /** Asks the image's registry whether it has the image; only its description is downloaded. */
  public CommandResult describe(String image) {
    return commands.run(DockerCommand.of("manifest", "inspect", image).within(QUERY_LIMIT));
  }

  /**
   * The output of {@code docker image inspect} for an image that is here.
   *
   * @throws ImageException when the image is not here
   */
  public String inspect(String image, String format) {
    return output("image", "inspect", "--format", format, image);
  }

  /** Gives an image that is here one more name. */
  public void tag(String image, String name) {
    output("image", "tag", image, name);
  }

  /**
   * All files of an image as a tar file, from a container that is never started.
   *
   * @throws ImageException when the engine refuses
   */
  public void export(String image, Path tar) {
    withContainer(image, container -> output("export", "--output", tar.toString(), container));
  }

  /**
   * What is in a folder of an image, from a container that is never started.
   *
   * @param to an existing folder
   * @throws ImageException when the engine refuses
   */
  public void copy(String image, String folder, Path to) {
    withContainer(image, container -> output("cp", container + ":" + folder + "/.", to.toString()));
  }

  private void withContainer(String image, Consumer<String> use) {
    List<String> create = new ArrayList<>(List.of("create"));
    create.addAll(Labels.options(Labels.NO_RUN));
    // An image without a command (one that only carries files) needs one to become a container.
    create.addAll(List.of(image, "/none"));
    String container = output(create.toArray(String[]::new)).strip();
    try {
      use.accept(container);
    } finally {
      output("rm", container);
    }
  }

  private CommandResult run(String... words) {
    return commands.run(DockerCommand.of(words));
  }

  private String output(String... words) {
    return DockerCommand.output(commands, DockerCommand.of(words).within(COPY_LIMIT));
  }

  /**
   * Builds the Dockerfile in {@code context}. The options work for the old builder and for
   * BuildKit.
   */
  public CommandResult build(
      String tag, Path context, Map<String, String> arguments, Consumer<String> onLine) {
    List<String> words = new ArrayList<>(List.of("build", "--tag", tag));
    words.addAll(List.of("--memory", BUILD_MEMORY));
    words.add("--force-rm"); // the old builder keeps the container of a step that failed
    words.addAll(List.of("--label", "faultlab.image=" + tag));
    arguments.forEach((name, value) -> words.addAll(List.of("--build-arg", name + "=" + value)));
    words.add(context.toString());
    return commands.run(DockerCommand.of(words).within(BUILD_LIMIT).withListener(onLine));
  }

  /**
   * Removes what the old builder leaves of a build's earlier stages: gigabytes of modules. Only
   * those of this build: pruning would also remove what another build needs at this moment.
   *
   * @param output of the build
   */
  public void removeStages(String output) {
    for (String stage : stages(output)) {
      CommandResult tags = run("image", "inspect", "--format", "{{len .RepoTags}}", stage);
      if (tags.out().strip().equals("0")) {
        run("image", "rm", stage);
      }
    }
  }

  /** The last image of each stage but the final one, from the old builder's output. */
  static List<String> stages(String output) {
    List<String> stages = new ArrayList<>();
    String last = "";
    for (String line : output.lines().toList()) {
      Matcher image = LAYER.matcher(line);
      if (image.matches()) {
        last = image.group(1);
      } else if (NEW_STAGE.matcher(line).matches() && !last.isEmpty()) {
        stages.add(last);
        last = "";
      }
    }
    return stages;
  }
}
