package dev.faultlab.upgrade.command;

import dev.faultlab.command.Toolbox;
import dev.faultlab.docker.DockerCommand;
import dev.faultlab.docker.OneShot;
import dev.faultlab.files.InnerPath;
import dev.faultlab.files.Trees;
import dev.faultlab.lab.Requirement;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.manifest.UnreadableException;
import dev.faultlab.sbom.Sbom;
import dev.faultlab.sbom.SbomReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Syft reads what may be hostile, so it runs in a container without a network, with nothing but the
 * input, limits, and a configuration of its own.
 *
 * @param archives whether it opens archives such as jars, which can be made to grow without end
 */
record Syft(Toolbox tools, boolean archives) {
  private static final Requirement.Image IMAGE = new Requirement.Image("syft", Map.of());
  private static final int MEBIBYTES = 2048;
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration SAVE = Duration.ofMinutes(5);
  private static final long MOST_BYTES = 64L << 20;

  /** What an image contains. */
  Sbom image(String name, Predicate<String> wanted) throws IOException, InterruptedException {
    return in(
        folder -> {
          Path saved = folder.resolve("in/image.tar");
          DockerCommand.must(
              tools.commands(),
              DockerCommand.of(List.of("save", "--output", saved.toString(), name)).within(SAVE));
          Sbom read = run(folder, "docker-archive:/in/image.tar", "image", wanted);
          return new Sbom(
              "image:" + name, read.components(), read.nameless(), read.mentions(), read.unclear());
        });
  }

  /**
   * What manifests contain.
   *
   * @throws UnreadableException when Syft is not here; a person who asks for an answer in seconds
   *     does not wait for its build
   */
  Sbom files(Map<String, String> texts, Predicate<String> wanted)
      throws IOException, InterruptedException {
    if (!tools.provisioning().missing(List.of(IMAGE)).isEmpty()) {
      throw new UnreadableException("is not here; './faultlab images syft' brings it");
    }
    return in(
        folder -> {
          for (Map.Entry<String, String> text : texts.entrySet()) {
            Path file = InnerPath.of(folder.resolve("in"), text.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, text.getValue());
          }
          return run(folder, "dir:/in", "declared", wanted);
        });
  }

  private interface Reading {
    Sbom in(Path folder) throws IOException, InterruptedException;
  }

  private static Sbom in(Reading reading) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("faultlab-syft-");
    try {
      for (String part : List.of("in", "out", "home")) {
        Files.createDirectory(folder.resolve(part));
      }
      Files.writeString(folder.resolve("syft.yaml"), "java: {use-network: false}\n");
      return reading.in(folder);
    } finally {
      Trees.delete(folder);
    }
  }

  private Sbom run(Path folder, String source, String catalogers, Predicate<String> wanted)
      throws IOException, InterruptedException {
    String image = tools.provisioning().images().resolve(IMAGE.role(), IMAGE.arguments()).name();
    String container = OneShot.newName("syft");
    Command command =
        new OneShot(MEBIBYTES)
            .named(container)
            .capabilities(List.of())
            .asOwnerOf(folder)
            .with(
                "--network",
                "none",
                "--read-only",
                "--memory-swap",
                MEBIBYTES + "m",
                "--workdir",
                "/out")
            .readOnly(folder.resolve("in"), "/in")
            .readOnly(folder.resolve("syft.yaml"), "/syft.yaml")
            .mount(folder.resolve("out"), "/out")
            .mount(folder.resolve("home"), "/tmp")
            .env("HOME", "/tmp")
            .env("SYFT_GOLANG_USE_PACKAGES_LIB", "false")
            .env("SYFT_CHECK_FOR_APP_UPDATE", "false")
            .env("SYFT_JAVASCRIPT_INCLUDE_DEV_DEPENDENCIES", "true")
            .command(
                image,
                List.of(
                    "scan",
                    source,
                    "--config",
                    "/syft.yaml",
                    "--quiet",
                    "--override-default-catalogers",
                    catalogers,
                    "--select-catalogers",
                    archives ? "+java-archive-cataloger" : "-java-archive-cataloger",
                    "--output",
                    "syft-json=/out/syft.json"));
    CommandResult result = tools.commands().run(command.within(LIMIT));
    Path out = folder.resolve("out/syft.json");
    if (result.status() == CommandResult.TIMED_OUT) {
      OneShot.remove(container);
      throw new UnreadableException("Syft was not done after " + LIMIT.toSeconds() + " s");
    }
    if (!result.ok() || !Files.isRegularFile(out)) {
      throw new UnreadableException("Syft ended with " + result.status() + ": " + result.tail(2));
    }
    if (Files.size(out) > MOST_BYTES) {
      throw new UnreadableException("Syft found more than 64 MiB of packages");
    }
    return SbomReader.ofSyft(out, wanted);
  }
}
