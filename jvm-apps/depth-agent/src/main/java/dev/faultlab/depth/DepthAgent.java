package dev.faultlab.depth;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.jar.JarFile;

/**
 * Counts the nested calls of {@code InetAddress$NameServiceAddresses.get}: fault B of lab dns-java.
 *
 * <p>With {@code networkaddress.cache.ttl=0}, a thread that has waited for the lookup lock of a
 * name finds that another thread has put a new object into the cache meanwhile, and calls {@code
 * get} of that one, from inside its own. A profiler shows this as tall stacks, by samples. This
 * agent counts every call, so "seen with two threads and never with one" is a statement about all
 * of them.
 *
 * <p>How to run this:
 *
 * <pre>{@code
 * java -javaagent:depth-agent.jar=out=/evidence/depth.json -jar program.jar
 * }</pre>
 *
 * The file is written when the JVM exits; {@link DepthBridge} answers while it runs.
 *
 * <p>JDK 9 and later have the class, and late updates of JDK 8 (8u504 does). Earlier ones have
 * another cache, and the answer there is "not applicable", not zero.
 */
public final class DepthAgent {
  static final String TARGET = "java.net.InetAddress$NameServiceAddresses";
  static final String METHOD = "get";

  private DepthAgent() {}

  /**
   * @param arguments empty, or {@code out=FILE}: where to write the JSON when the JVM exits
   * @throws IllegalArgumentException when the arguments are anything else; the JVM then does not
   *     start, which is better than a run without its counts
   */
  public static void premain(String arguments, Instrumentation instrumentation) throws Exception {
    String out = outFile(arguments == null ? "" : arguments);
    // Before anything of this jar but this class is touched: the rest must come from the boot
    // loader, because that is all that java.net.InetAddress can see.
    instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(ownJar()));
    Instrumenting.instrument(instrumentation);
    if (!out.isEmpty()) {
      Path file = Paths.get(out);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> write(file), "depth-agent"));
    }
  }

  static String outFile(String arguments) {
    if (arguments.isEmpty()) {
      return "";
    }
    if (!arguments.startsWith("out=") || arguments.length() == "out=".length()) {
      throw new IllegalArgumentException(
          "depth-agent: found the argument '" + arguments + "', expected out=FILE or none");
    }
    return arguments.substring("out=".length());
  }

  private static File ownJar() throws URISyntaxException {
    return new File(DepthAgent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static void write(Path file) {
    try {
      Files.write(file, (DepthBridge.json() + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      System.err.println("depth-agent: cannot write " + file + ": " + e);
    }
  }
}
