package dev.faultlab.token.watch;

import dev.faultlab.token.generate.Tally;

/** The answer of {@code GET /stats}: counters and thread states, no times. */
public final class Stats {
  /** Looked for when a request names nothing: no class name begins with it. */
  private static final String NOTHING = "-";

  private Stats() {}

  /**
   * Counts as JSON.
   *
   * @param server what serves here, {@code spring} or {@code plain}
   * @param inside prefix of a class name: threads inside such a class are counted too; empty for
   *     none
   */
  public static String json(String server, Tally tally, String inside) {
    ThreadsInside threads = ThreadsInside.now(inside.isEmpty() ? NOTHING : inside);
    // Read after the threads: whatever is counted as waiting has not been issued.
    long issued = tally.countIssued();
    return "{\"server\":"
        + Json.quoted(server)
        + ",\"java\":"
        + Json.quoted(System.getProperty("java.runtime.version"))
        + ",\"asked\":"
        + tally.countAsked()
        + ",\"issued\":"
        + issued
        + ",\"threads\":{\"inside\":"
        + Json.quoted(threads.prefix)
        + ",\"running\":"
        + threads.running
        + ",\"waiting\":"
        + threads.waiting
        + ",\"waitingFor\":"
        + Json.object(threads.locks)
        + "}}";
  }
}
