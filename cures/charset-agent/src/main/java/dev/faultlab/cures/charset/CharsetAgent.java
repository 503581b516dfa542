package dev.faultlab.cures.charset;

import dev.faultlab.cures.agent.Start;
import java.lang.instrument.Instrumentation;

/**
 * Remembers what {@code Charset.forName} has found at a provider: the cure of lab charset for those
 * who can change neither the code nor the JDK.
 *
 * <pre>{@code
 * java -javaagent:charset-agent.jar -jar program.jar
 * }</pre>
 */
public final class CharsetAgent {
  private CharsetAgent() {}

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
                CharsetAgent.class.getProtectionDomain().getCodeSource().getLocation().toURI())));
    Start.run("charset-agent", instrumentation, Remembering.asked(arguments));
  }
}
