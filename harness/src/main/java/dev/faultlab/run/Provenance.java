package dev.faultlab.run;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Version;
import dev.faultlab.machine.Workspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** On what a result was obtained. */
public final class Provenance {
  /** Of a digest that only tells states apart. */
  private static final int DIGITS = 12;

  private static final String NO_RESULTS = ":(exclude)results";

  private Provenance() {}

  /** Machine, engine and commit; values that cannot be had are left out, never guessed. */
  public static Map<String, String> collect(Path root, DockerClient docker)
      throws InterruptedException {
    Map<String, String> facts = new LinkedHashMap<>();
    put(facts, "commit", head(root));
    put(facts, "uncommitted changes", changed(root) ? "yes, " + difference(root) : "none");
    facts.putAll(machine());
    // Counts do not mind what else the machine does, prices do.
    put(facts, "load average", command(root, "cut", "-d ", "-f1-3", "/proc/loadavg"));
    Version engine = docker.versionCmd().exec();
    facts.put("docker engine", engine.getVersion());
    put(facts, "docker compose", command(root, "docker", "compose", "version", "--short"));
    facts.put("harness java", System.getProperty("java.runtime.version"));
    return facts;
  }

  /** Kernel, processor and memory of this machine. */
  public static Map<String, String> machine() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    put(facts, "cpu", first("/proc/cpuinfo", "model name"));
    facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
    put(facts, "memory", first("/proc/meminfo", "MemTotal"));
    return facts;
  }

  /** The commit of what runs, and whether it is exactly that. */
  public static String commit(Path root) throws InterruptedException {
    return head(root) + (changed(root) ? " with uncommitted changes" : "");
  }

  /** A package that is unpacked inside somebody's repository is not that repository's commit. */
  private static String head(Path root) throws InterruptedException {
    Optional<Path> packaged = Workspace.packagedCommit(root);
    return packaged.isPresent()
        ? command(root, "cat", packaged.get().toString())
        : command(root, "git", "rev-parse", "HEAD");
  }

  /** Results are what comes out; nothing that runs reads them. */
  private static boolean changed(Path root) throws InterruptedException {
    return Workspace.packagedCommit(root).isEmpty()
        && !command(
                root, "git", "status", "--porcelain", "--untracked-files=no", "--", ".", NO_RESULTS)
            .isEmpty();
  }

  /** So that two states with the same commit can be told apart. */
  private static String difference(Path root) throws InterruptedException {
    byte[] text =
        command(root, "git", "diff", "HEAD", "--", ".", NO_RESULTS)
            .getBytes(StandardCharsets.UTF_8);
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
      return "SHA-256 " + HexFormat.of().formatHex(digest).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static String first(String file, String key) {
    try {
      return Files.readAllLines(Path.of(file)).stream()
          .filter(line -> line.startsWith(key))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      return "";
    }
  }

  private static String command(Path folder, String... words) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(words)
              .directory(folder.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      process.getOutputStream().close();
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return process.waitFor() == 0 ? said : "";
    } catch (IOException e) {
      return "";
    }
  }

  private static void put(Map<String, String> facts, String name, String value) {
    if (!value.isEmpty()) {
      facts.put(name, value);
    }
  }
}
