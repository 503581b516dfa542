package dev.faultlab.upgrade.command;

import dev.faultlab.command.Toolbox;
import dev.faultlab.docker.DockerCommand;
import dev.faultlab.docker.DockerImages;
import dev.faultlab.docker.EngineException;
import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.OneShot;
import dev.faultlab.files.InnerPath;
import dev.faultlab.lab.Requirement;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.StagingFolder;
import dev.faultlab.manifest.FileScanner;
import dev.faultlab.manifest.Reading;
import dev.faultlab.manifest.UnreadableException;
import dev.faultlab.sbom.Sbom;
import dev.faultlab.sbom.SbomReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Syft reads what may be hostile, so it runs in a container without a network, with nothing but the
 * input, limits, and a configuration of its own.
 *
 * @param archives whether it opens archives such as jars, which can be made to grow without end
 */
record Syft(Toolbox tools, boolean archives) implements FileScanner {
  private static final Requirement.Image IMAGE = new Requirement.Image("syft", Map.of());
  private static final int MEMORY_MEBIBYTES = 2048;

  /** CPU time, so that load does not change the result. */
  private static final int CPU_SECONDS = 30;

  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final Duration SAVE = Duration.ofMinutes(5);
  private static final long MAX_BYTES = 64L << 20;
  private static final int KILLED = 137;

  /** What an image contains, which is pulled if it is not here. */
  Sbom image(String name, Predicate<String> isRelevant) throws IOException, InterruptedException {
    DockerImages images = new DockerImages(tools.commands());
    if (images.id(name).isEmpty()) {
      CommandResult pull = images.pull(name, line -> {});
      if (!pull.ok()) {
        throw new ImageException(
            "found no image %s here, and cannot pull it: %s".formatted(name, pull.tail(1)));
      }
    }
    try {
      return inTemporaryFolder(
          (folder, container) -> {
            Path saved = folder.resolve("in/image.tar");
            DockerCommand.output(
                tools.commands(),
                DockerCommand.of("save", "--output", saved.toString(), "--", name).within(SAVE));
            long largest = MAX_BYTES + Files.size(saved);
            String source = "docker-archive:/in/image.tar";
            return run(folder, container, source, "image", largest, "image:" + name, isRelevant);
          });
    } catch (UnreadableException e) {
      throw new ImageException("cannot read image:%s: %s".formatted(name, e.getMessage()));
    }
  }

  /**
   * {@inheritDoc} Not if Syft is not here: a person who asks for an answer in seconds does not wait
   * for its build.
   */
  @Override
  public Map<String, Reading> read(Map<String, String> texts)
      throws IOException, InterruptedException {
    try {
      if (!tools.provisioning().missing(List.of(IMAGE)).isEmpty()) {
        throw new UnreadableException("Syft is not here; './faultlab images syft' brings it");
      }
      Sbom read =
          inTemporaryFolder(
              (folder, container) -> {
                for (Map.Entry<String, String> text : texts.entrySet()) {
                  Path file = InnerPath.of(folder.resolve("in"), text.getKey());
                  Files.createDirectories(file.getParent());
                  Files.writeString(file, text.getValue());
                }
                return run(
                    folder, container, "dir:/in", "declared", MAX_BYTES, "lock files", any -> true);
              });
      return texts.keySet().stream().collect(Collectors.toMap(path -> path, read::of));
    } catch (ImageException | EngineException | UnreadableException e) {
      throw new UnreadableException("not read: " + e.getMessage());
    }
  }

  private interface SbomScan {
    Sbom scan(Path folder, String container) throws IOException, InterruptedException;
  }

  private static Sbom inTemporaryFolder(SbomScan scan) throws IOException, InterruptedException {
    Path parent = Path.of(System.getProperty("java.io.tmpdir"));
    String container = OneShot.newName("syft");
    try (StagingFolder folder = StagingFolder.in(parent, () -> OneShot.remove(container));
        InputStream config = Syft.class.getResourceAsStream("/manifest/syft.yaml")) {
      for (String part : List.of("in", "out", "home")) {
        Files.createDirectory(folder.path().resolve(part));
      }
      Files.copy(config, folder.path().resolve("syft.yaml"));
      return scan.scan(folder.path(), container);
    }
  }

  /**
   * Runs Syft once.
   *
   * @param largest file that it can write
   */
  private Sbom run(
      Path folder,
      String container,
      String source,
      String catalogers,
      long largest,
      String name,
      Predicate<String> isRelevant)
      throws IOException, InterruptedException {
    String image = tools.provisioning().images().resolve(IMAGE.role(), IMAGE.arguments()).name();
    OneShot shot =
        new OneShot(MEMORY_MEBIBYTES)
            .named(container)
            .capabilities(List.of())
            .asOwnerOf(folder)
            .with("--network", "none", "--read-only", "--workdir", "/out")
            .with("--memory-swap", MEMORY_MEBIBYTES + "m")
            .with("--ulimit", "fsize=" + largest, "--ulimit", "cpu=" + CPU_SECONDS)
            .readOnly(folder.resolve("in"), "/in")
            .readOnly(folder.resolve("syft.yaml"), "/syft.yaml")
            .mount(folder.resolve("out"), "/out")
            .mount(folder.resolve("home"), "/tmp")
            .env("HOME", "/tmp");
    String format =
        "scan %s --config /syft.yaml --quiet --output syft-json=/out/syft.json"
            + " --override-default-catalogers %s --select-catalogers %sjava-archive-cataloger";
    List<String> inside =
        List.of(format.formatted(source, catalogers, archives ? "+" : "-").split(" "));
    CommandResult result;
    try {
      result = tools.commands().run(shot.command(image, inside).within(LIMIT));
    } finally {
      OneShot.remove(container); // its client may be gone before it
    }
    Path out = folder.resolve("out/syft.json");
    if (result.status() == KILLED || result.status() == CommandResult.TIMED_OUT) {
      throw new UnreadableException("Syft needs more than 30 s or 2 GiB of memory");
    }
    if (Files.isRegularFile(out) && Files.size(out) >= MAX_BYTES) {
      throw new UnreadableException("Syft found more than 64 MiB of packages");
    }
    if (!result.ok() || !Files.isRegularFile(out)) {
      throw new UnreadableException("Syft ended with " + result.status() + ": " + result.tail(2));
    }
    return SbomReader.read(out, name, isRelevant);
  }
}
