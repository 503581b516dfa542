package dev.faultlab.lab;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One action in a running service during a trial. */
public sealed interface Step {

  /** Whether it runs in that service. */
  boolean runsIn(String service);

  /**
   * A command in a service's container. After a non-zero exit status the trial has no result.
   *
   * @param service compose service
   * @param command program and arguments, with {@code {placeholders}}
   * @param stdout evidence file that receives standard output
   * @param fetch files to copy from the container's {@code /evidence} afterwards
   * @param limit after which the trial fails
   */
  record Program(
      String service,
      List<String> command,
      Optional<String> stdout,
      List<String> fetch,
      Duration limit)
      implements Step {
    @Override
    public boolean runsIn(String other) {
      return service.equals(other);
    }
  }

  /**
   * A k6 script, run in the idle service {@code k6}, or in {@code k6-<lab>} if several labs share a
   * project. Its exit status is not a verdict: k6 reports misnamed thresholds and failed checks as
   * success, and dropped iterations are a measurement here.
   *
   * @param script file below {@code k6/}, or with {@code ./} in the folder that the service mounts
   *     at {@code /lab}: the lab's own
   * @param env variables for the script ({@code __ENV}), with {@code {placeholders}}
   * @param summary evidence file that the script's handleSummary writes
   * @param limit after which the trial fails
   */
  record K6(String script, Map<String, String> env, String summary, Duration limit)
      implements Step {
    private static final String NAME = "k6";
    private static final String LAB = "./";

    /** The script inside the service's container. */
    public String path() {
      return script.startsWith(LAB) ? "/lab/" + script.substring(LAB.length()) : "/k6/" + script;
    }

    @Override
    public boolean runsIn(String service) {
      return service.equals(NAME) || service.startsWith(NAME + "-");
    }
  }
}
