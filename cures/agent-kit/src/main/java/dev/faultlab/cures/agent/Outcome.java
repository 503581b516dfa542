package dev.faultlab.cures.agent;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What has become of an agent: a line on standard error whenever that changes, and the same in the
 * system property {@code faultlab.<name>}.
 */
final class Outcome {
  private final String name;
  private final Map<String, String> lost = new LinkedHashMap<>();
  private String settled = "";

  Outcome(String name) {
    this.name = name;
  }

  /** The agent is in place; that is said once none of its changes is lost. */
  synchronized void on(String what) {
    settled = "on: " + what;
    say();
  }

  /** Nothing of the agent is in place. */
  synchronized void refused(String why) {
    lost.clear();
    settled = "refused: " + why;
    say();
  }

  /** A change that had been made is no longer there, whatever was said before. */
  synchronized void lost(String change, String why) {
    if (!why.equals(lost.put(change, why))) {
      say();
    }
  }

  /** A change is there; said where it was lost before. */
  synchronized void made(String change) {
    if (lost.remove(change) != null) {
      say();
    }
  }

  private void say() {
    String now = lost.isEmpty() ? settled : "lost: " + String.join("; ", lost.values());
    System.setProperty("faultlab." + name, now);
    System.err.println(name + " " + now);
  }
}
