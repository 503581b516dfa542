package dev.faultlab.kernel;

import dev.faultlab.files.AtomicFile;
import dev.faultlab.image.ImageException;
import dev.faultlab.image.ImageResolver;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.ContainerLimits;
import dev.faultlab.machine.PartFolder;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * File systems for guests: an image's files as one squashfs, next to what the image declares about
 * its command. Kept under the image's id, so that an image is packed once.
 */
public final class GuestRoots {
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final int MEBIBYTES = 2048;

  private final Workspace workspace;
  private final ImageResolver images;
  private final Commands commands;
  private final Progress progress;
  private final Map<String, String> labels;

  /**
   * @param labels of the containers in which images are packed, by which clean-up finds them
   */
  public GuestRoots(
      Workspace workspace,
      ImageResolver images,
      Commands commands,
      Progress progress,
      Map<String, String> labels) {
    this.workspace = workspace;
    this.images = images;
    this.commands = commands;
    this.progress = progress;
    this.labels = Map.copyOf(labels);
  }

  /**
   * The directory with {@code root.sqfs} and {@code root.json} of an image that is here.
   *
   * @throws ImageException when the image is not here or cannot be packed
   */
  public Path of(String image) {
    String id =
        engine("docker", "image", "inspect", "--format", "{{.Id}}", image)
            .out()
            .strip()
            .replace("sha256:", "");
    Path directory = workspace.cache().directory("roots").resolve(id);
    if (Files.isDirectory(directory)) {
      return readable(directory);
    }
    Runnable announce = () -> progress.say("Another faultlab is packing guest roots; waiting.");
    try (var held = workspace.cache().lock("roots", announce)) {
      if (!Files.isDirectory(directory)) {
        pack(image, directory);
      }
    }
    return directory;
  }

  private static Path readable(Path directory) {
    try {
      return PartFolder.readable(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot let guests read " + directory, e);
    }
  }

  private void pack(String image, Path directory) {
    String vm = images.resolve("vm", Map.of()).name();
    try (PartFolder folder = PartFolder.in(directory.getParent());
        Progress.Step step = progress.start("Packing " + image + " for guests", 0)) {
      Path part = folder.path();
      Path tar = part.resolve("root.tar");
      step.note("export");
      export(commands, labels, image, tar);
      step.note("squashfs");
      String owner =
          Files.getAttribute(part, "unix:uid") + ":" + Files.getAttribute(part, "unix:gid");
      // Not compressed: a guest's CPU may be emulated, the host's page cache is not. From a tar,
      // owners and modes survive without any privilege of ours.
      String script =
          "exec sqfstar -noI -noD -noF -noX -no-progress -quiet /part/root.sqfs </part/root.tar";
      List<String> words = labelled(labels, "docker", "run", "--rm", "--init", "--user", owner);
      words.addAll(ContainerLimits.words(MEBIBYTES));
      words.addAll(ContainerLimits.NO_CAPABILITY);
      words.addAll(List.of("--network", "none", "--volume", part + ":/part"));
      words.addAll(List.of("--entrypoint", "sh", vm, "-c", script));
      engine(commands, words);
      Files.delete(tar);
      AtomicFile.write(
          part.resolve("root.json"),
          engine("docker", "image", "inspect", "--format", "{{json .Config}}", image).out());
      folder.moveTo(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot pack " + image + " into " + directory, e);
    }
  }

  /** All files of an image as a tar file, by way of a container that is never started. */
  static void export(Commands commands, Map<String, String> labels, String image, Path tar) {
    // An image without a command (one that only carries files) needs one to become a container.
    List<String> words = labelled(labels, "docker", "create");
    words.addAll(List.of(image, "/none"));
    String container = engine(commands, words).out().strip();
    try {
      engine(commands, List.of("docker", "export", "--output", tar.toString(), container));
    } finally {
      engine(commands, List.of("docker", "rm", container));
    }
  }

  private static List<String> labelled(Map<String, String> labels, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    labels.forEach((label, value) -> all.addAll(List.of("--label", label + "=" + value)));
    return all;
  }

  private CommandResult engine(String... words) {
    return engine(commands, List.of(words));
  }

  private static CommandResult engine(Commands commands, List<String> words) {
    CommandResult result = commands.run(Command.of(words).within(LIMIT));
    if (!result.ok()) {
      throw new ImageException(
          "%s failed (status %d): %s"
              .formatted(String.join(" ", words), result.status(), result.tail(3)));
    }
    return result;
  }
}
