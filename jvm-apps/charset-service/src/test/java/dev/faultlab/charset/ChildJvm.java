package dev.faultlab.charset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program in a JVM of its own, with a class path of choice. */
public final class ChildJvm {
  private ChildJvm() {}

  /**
   * The JSON that it prints.
   *
   * @param folder for what it says
   * @param arguments of {@code java}, the JVM's own first
   * @throws IllegalStateException with what it said, where its exit status is not 0
   */
  public static JsonNode report(Path folder, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(arguments);
    Path out = folder.resolve("out");
    Path said = folder.resolve("said");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(said.toFile())
            .start();
    if (!process.waitFor(2, TimeUnit.MINUTES)) {
      process.destroyForcibly();
    }
    if (process.waitFor() != 0) {
      throw new IllegalStateException(Files.readString(said));
    }
    return new ObjectMapper().readTree(out.toFile());
  }

  /** The jar or folder that a class is from. */
  public static Path home(Class<?> of) throws URISyntaxException {
    return Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
