package dev.faultlab.cures.testing;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A program of {@code target/test-classes} in a JVM of its own. It must end when its standard input
 * does: the JVM may be in a container, where ending the process that started it is not enough.
 */
public final class Jvm implements AutoCloseable {
  private final Process process;
  private final BufferedReader said;
  private final BufferedWriter told;

  private Jvm(Process process) {
    this.process = process;
    this.said = process.inputReader(StandardCharsets.UTF_8);
    this.told = process.outputWriter(StandardCharsets.UTF_8);
  }

  /**
   * Starts it.
   *
   * @param options of the JVM
   */
  public static Jvm start(Path java, Class<?> program, List<String> options, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(java.toString()));
    command.addAll(options);
    command.addAll(List.of("-cp", "target/test-classes", program.getName()));
    command.addAll(List.of(arguments));
    return new Jvm(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  /** What it prints until a line that begins so, that line included; or until it ends. */
  public String until(String beginning) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      text.append(line).append('\n');
      if (line.startsWith(beginning)) {
        break;
      }
    }
    return text.toString();
  }

  /** All that it prints from here on, with nothing more to be told. */
  public String rest() throws IOException {
    told.close();
    StringBuilder text = new StringBuilder();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      text.append(line).append('\n');
    }
    return text.toString();
  }

  /** A line to its standard input. */
  public void tell(String line) throws IOException {
    told.write(line);
    told.newLine();
    told.flush();
  }

  /**
   * Puts an agent into it while it runs.
   *
   * @param pid as the program itself says: this process may be another one's child
   */
  public static void attach(String pid, String agent, String options)
      throws IOException, AttachNotSupportedException, AgentInitializationException {
    VirtualMachine jvm = VirtualMachine.attach(pid);
    try {
      jvm.loadAgent(agent, options);
    } catch (AgentLoadException e) {
      // JDK 8 answers with the bare status, which later JDKs do not take for an answer.
      if (!"0".equals(e.getMessage())) {
        throw new IOException("the JVM did not take it", e);
      }
    } finally {
      jvm.detach();
    }
  }

  @Override
  public void close() throws IOException {
    told.close();
    process.destroyForcibly().onExit().join();
  }
}
