package dev.faultlab.lookup.bare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Starts this program again as this JVM was started: same JDK, options, agent and class path. */
final class OwnJvm {
  private static final String PROGRAM = "bare";
  private static final String TOOL_OPTIONS = "JAVA_TOOL_OPTIONS";

  private OwnJvm() {}

  /**
   * @param arguments of the program instead of our own
   */
  static ProcessBuilder again(List<String> arguments) {
    ProcessHandle.Info info = ProcessHandle.current().info();
    List<String> own =
        Arrays.asList(
            info.arguments()
                .orElseThrow(
                    () -> new IllegalStateException("cannot read how this JVM was started")));
    int program = own.indexOf(PROGRAM);
    if (program < 0) {
      throw new IllegalStateException("found " + own + ", expected '" + PROGRAM + "' in it");
    }
    List<String> command = new ArrayList<>();
    command.add(info.command().orElse("java"));
    own.subList(0, program + 1).forEach(option -> command.add(withoutAgentFile(option)));
    command.addAll(arguments);

    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    Map<String, String> environment = builder.environment();
    environment.computeIfPresent(TOOL_OPTIONS, (name, options) -> withoutAgentFile(options));
    return builder;
  }

  /** The agent's file is this JVM's; the others report what theirs counts in their answer. */
  static String withoutAgentFile(String options) {
    return options.replaceAll("(-javaagent:[^\\s=]*depth-agent[^\\s=]*)=\\S*", "$1");
  }
}
