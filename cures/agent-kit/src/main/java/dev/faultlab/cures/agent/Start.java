package dev.faultlab.cures.agent;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;
import java.util.jar.JarFile;

/**
 * How an agent begins: its jar goes to the boot loader, and what becomes of it is written to the
 * system property {@code faultlab.<name>}, where {@code jcmd PID VM.system_properties} shows it.
 */
public final class Start {

  /** What an agent does to a JVM, in the boot loader. */
  public interface Work {
    /**
     * Does it, or switches what was done before.
     *
     * @return one line on what holds now
     * @throws Refusal where the JVM is left alone
     */
    String in(Instrumentation instrumentation);
  }

  private Start() {}

  /**
   * Makes the classes of an agent visible to those of the JDK.
   *
   * @param agent its main class
   */
  public static void toBootLoader(Class<?> agent, Instrumentation instrumentation)
      throws URISyntaxException, IOException {
    File jar = new File(agent.getProtectionDomain().getCodeSource().getLocation().toURI());
    instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(jar));
  }

  /** Carries out, and says what came of it; a refusal leaves the program running. */
  public static void run(String name, Instrumentation instrumentation, Work work) {
    String outcome;
    try {
      outcome = "on: " + work.in(instrumentation);
    } catch (Refusal e) {
      outcome = "refused: " + e.getMessage();
    }
    System.setProperty("faultlab." + name, outcome);
    System.err.println(name + " " + outcome);
  }
}
