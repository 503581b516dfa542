package dev.faultlab.cures.strong;

import dev.faultlab.cures.agent.Start;
import java.lang.instrument.Instrumentation;

/**
 * Gives {@code SecureRandom.getInstanceStrong()} a DRBG with seeds of the JDK's own strong
 * generator and of the kernel: the cure of lab random for those who can change neither the code nor
 * the JDK's settings.
 *
 * <pre>{@code
 * java -javaagent:strong-agent.jar -jar program.jar
 * }</pre>
 */
public final class StrongAgent {
  private StrongAgent() {}

  /** With the JVM. */
  public static void premain(String arguments, Instrumentation instrumentation) throws Exception {
    agentmain(arguments, instrumentation);
  }

  /**
   * Into a JVM that runs; once more with {@code enabled=false} to be without it.
   *
   * @throws IllegalArgumentException when the arguments are not understood
   */
  public static void agentmain(String arguments, Instrumentation instrumentation) throws Exception {
    // Before anything of this jar but this class is touched: the rest must come from the boot
    // loader.
    instrumentation.appendToBootstrapClassLoaderSearch(
        new java.util.jar.JarFile(
            new java.io.File(
                StrongAgent.class.getProtectionDomain().getCodeSource().getLocation().toURI())));
    Start.run("strong-agent", instrumentation, Replacing.asked(arguments));
  }
}
