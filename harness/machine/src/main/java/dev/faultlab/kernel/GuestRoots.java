package dev.faultlab.kernel;

import dev.faultlab.docker.DockerCommand;
import dev.faultlab.docker.DockerImages;
import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.OneShot;
import dev.faultlab.docker.RoleImageSource;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.StagingFolder;
import dev.faultlab.machine.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * File systems for guests: an image's files as one squashfs, beside its declared command. They are
 * stored under the image's id, so an image is packed once.
 */
public record GuestRoots(
    Workspace workspace, RoleImageSource images, Commands commands, Progress progress) {
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final int MEMORY_MEBIBYTES = 2048;

  /**
   * The directory with {@code root.sqfs} and {@code root.json} of an image that is here.
   *
   * @throws ImageException when the image is not here or cannot be packed
   */
  public Path of(String image) {
    String id = new DockerImages(commands).inspect(image, "{{.Id}}").strip().replace("sha256:", "");
    Path directory = workspace.cache().directory("roots").resolve(id);
    if (Files.isDirectory(directory)) {
      return StagingFolder.readable(directory);
    }
    Runnable announce = () -> progress.say("Another faultlab is packing guest roots; waiting.");
    try (var lock = workspace.cache().lock("roots", announce)) {
      if (!Files.isDirectory(directory)) {
        pack(image, id, directory);
      }
    }
    return directory;
  }

  private void pack(String image, String id, Path directory) {
    String vm = images.image("vm", Map.of());
    DockerImages engine = new DockerImages(commands);
    String name = OneShot.newName("root");
    try (StagingFolder folder =
            StagingFolder.in(directory.getParent(), () -> OneShot.remove(name));
        Progress.Step step = progress.start("Packing " + image + " for guests", 0)) {
      Path part = folder.path();
      Path tar = part.resolve("root.tar");
      step.note("export");
      engine.export(id, tar);
      step.note("squashfs");
      // Not compressed: a guest's CPU may be emulated, while the host's page cache is fast. A tar
      // keeps owners and modes without any privilege of ours.
      String script =
          "exec sqfstar -noI -noD -noF -noX -no-progress -quiet /part/root.sqfs </part/root.tar";
      Command packing =
          new OneShot(MEMORY_MEBIBYTES)
              .named(name)
              .capabilities(List.of())
              .asOwnerOf(part)
              .with("--init", "--network", "none", "--entrypoint", "sh")
              .mount(part, "/part")
              .command(vm, List.of("-c", script));
      DockerCommand.output(commands, packing.within(LIMIT));
      Files.delete(tar);
      AtomicFile.write(part.resolve("root.json"), engine.inspect(id, "{{json .Config}}"));
      folder.moveTo(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot pack " + image + " into " + directory, e);
    }
  }
}
