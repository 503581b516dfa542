package dev.faultlab.cures.inetaddress;

import dev.faultlab.cures.agent.Start;
import java.lang.instrument.Instrumentation;

/**
 * Lets lookups of one name not queue behind one lock when {@code InetAddress} caches nothing: the
 * cure of lab dns-java for those who can change neither the code nor the JDK.
 *
 * <pre>{@code
 * java -javaagent:inetaddress-agent.jar -jar program.jar
 * java -javaagent:inetaddress-agent.jar=policy=concurrent -jar program.jar
 * }</pre>
 */
public final class InetAddressAgent {
  private InetAddressAgent() {}

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
                InetAddressAgent.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI())));
    Start.run("inetaddress-agent", instrumentation, Lifting.asked(arguments));
  }
}
