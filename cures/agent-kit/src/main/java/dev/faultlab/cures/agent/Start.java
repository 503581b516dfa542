package dev.faultlab.cures.agent;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarFile;

/**
 * How an agent begins: its jar goes to the boot loader, and what becomes of it is written to the
 * system property {@code faultlab.<name>}, where {@code jcmd PID VM.system_properties} shows it:
 * {@code on: }, {@code refused: } or, when a change was there and is not any more, {@code lost: },
 * and what there is to say of it.
 */
public final class Start {

  /**
   * By the agent's name. Static because an agent that is attached once more finds nothing else of
   * what has become of it before.
   */
  private static final Map<String, Outcome> OUTCOMES = new ConcurrentHashMap<>();

  /** What an agent does to a JVM, in the boot loader. */
  public interface Work {
    /**
     * Does it, or switches what was done before.
     *
     * @param installation puts changes into the JVM
     * @return one line on what holds now
     * @throws Refusal where the JVM is left alone
     */
    String in(Installation installation);
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
    Outcome outcome = OUTCOMES.computeIfAbsent(name, Outcome::new);
    try {
      outcome.on(work.in(new Installation(instrumentation, outcome)));
    } catch (Refusal e) {
      outcome.refused(e.getMessage());
    }
  }
}
