package dev.faultlab.cli;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.faultlab.machine.AttachCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./faultlab fixes attach}: loads an agent into a running JVM. */
@Command(
    name = "attach",
    mixinStandardHelpOptions = true,
    description = {
      "Loads an agent of cures/ into a running JVM of this machine, or switches it on or off"
          + " there, without a restart. The JVM must be this user's, and must see the agent's jar"
          + " at the same "
          + "path: in a"
          + " container, mount it.",
      "",
      "./faultlab fixes attach 4711 inetaddress-agent"
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:the agent reports that it is on, or with --off that it is off",
      "64:there is no such agent, or the process is not a JVM that takes one; it got no signal",
      "69:the agent or the JVM refused; or the JVM is starting, stopped or another user's, or does"
          + " not see the jar, and got no signal"
    })
final class AttachCommand implements Callable<Integer> {
  private static final String ENABLED = "enabled=";

  @Parameters(index = "0", paramLabel = "PID", description = "Process of the JVM, as jps lists it.")
  private long pid;

  @Parameters(
      index = "1",
      paramLabel = "AGENT",
      description = "Folder below cures/: charset-agent, inetaddress-agent or strong-agent.")
  private String agent;

  @Option(names = "--off", description = "Switch it off; the JVM then behaves as without it.")
  private boolean off;

  @Option(
      names = "--policy",
      paramLabel = "WORD",
      description = "For inetaddress-agent: merge (default) or concurrent.")
  private Optional<String> policy = Optional.empty();

  @Spec private CommandSpec spec;

  private final Toolbox tools;

  AttachCommand(Toolbox tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    Path jar =
        tools
            .workspace()
            .root()
            .resolve("cures")
            .resolve(agent)
            .resolve("target/" + agent + ".jar");
    if (!agent.matches("[a-z-]+") || !Files.isRegularFile(jar)) {
      throw new WrongUsage("no agent '" + agent + "': no file " + jar);
    }
    String options =
        Stream.concat(Stream.of(ENABLED + !off), policy.stream().map(word -> "policy=" + word))
            .collect(Collectors.joining(","));
    try {
      AttachCheck.here().require(pid, jar.toRealPath());
      return attach(jar.toRealPath(), options);
    } catch (AttachCheck.Refused e) {
      spec.commandLine().getErr().println("faultlab: " + e.getMessage());
      return e.status();
    } catch (AttachNotSupportedException e) {
      throw new WrongUsage("process %d is not a reachable JVM: %s", pid, e.getMessage());
    } catch (AgentLoadException | AgentInitializationException e) {
      tools.out().println("the JVM did not take it: " + e.getMessage());
      return ExitStatus.UNAVAILABLE;
    }
  }

  private int attach(Path jar, String options)
      throws IOException,
          AttachNotSupportedException,
          AgentLoadException,
          AgentInitializationException {
    VirtualMachine jvm;
    try {
      jvm = VirtualMachine.attach(Long.toString(pid));
    } catch (IOException e) {
      throw new AttachNotSupportedException(e.getMessage());
    }
    try {
      load(jvm, jar, options);
      String said = jvm.getSystemProperties().getProperty("faultlab." + agent, "said nothing");
      tools.out().println(agent + " in " + pid + " " + said);
      return said.startsWith("on: ") ? ExitStatus.OK : ExitStatus.UNAVAILABLE;
    } finally {
      jvm.detach();
    }
  }

  private static void load(VirtualMachine jvm, Path jar, String options)
      throws IOException, AgentLoadException, AgentInitializationException {
    try {
      jvm.loadAgent(jar.toString(), options);
    } catch (AgentLoadException e) {
      // JDK 8 answers with the bare status, which later JDKs do not accept as an answer.
      if (!"0".equals(e.getMessage())) {
        throw e;
      }
    }
  }
}
