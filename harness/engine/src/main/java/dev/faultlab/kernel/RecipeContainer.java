package dev.faultlab.kernel;

import dev.faultlab.machine.ContainerLimits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A container that is gone when its command ends and sees the recipes of kernels at {@code
 * /recipes}.
 *
 * @param labels by which it is swept should its starter be killed
 */
record RecipeContainer(Path recipes, Map<String, String> labels) {
  /** For a compiler on each of many cores. */
  private static final int MEBIBYTES = 8192;

  RecipeContainer {
    labels = Map.copyOf(labels);
  }

  /**
   * The command that starts it.
   *
   * @param options of {@code docker run}, besides
   * @param words what runs in it
   */
  List<String> command(List<String> options, String image, List<String> words) {
    List<String> command = new ArrayList<>(List.of("docker", "run", "--rm", "--init"));
    labels.forEach((label, value) -> command.addAll(List.of("--label", label + "=" + value)));
    command.addAll(ContainerLimits.words(MEBIBYTES));
    command.addAll(List.of("--volume", recipes + ":/recipes:ro"));
    command.addAll(options);
    command.add(image);
    command.addAll(words);
    return command;
  }
}
