package dev.faultlab.lookup.resolve;

import java.util.Map;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * What depth-agent has counted, when the JVM was started with it: {@code
 * -javaagent:depth-agent.jar}. The agent is reached by name, because a program under test must not
 * depend on its instrument.
 */
public final class DepthFacts {
  private static final String BRIDGE = "dev.faultlab.depth.DepthBridge";
  private static final JsonMapper JSON = new JsonMapper();

  private DepthFacts() {}

  /** The agent's counts with {@code "attached": true}, or {@code "attached": false} alone. */
  public static Map<String, Object> read() {
    try {
      String counts = (String) call("json");
      Map<String, Object> facts = JSON.readValue(counts, new TypeReference<>() {});
      facts.put("attached", true);
      return facts;
    } catch (ClassNotFoundException e) {
      return Map.of("attached", false);
    }
  }

  /** Starts a new count; nothing where there is no agent. */
  public static void reset() {
    try {
      call("reset");
    } catch (ClassNotFoundException e) {
      // Without an agent there is no count to start anew.
      return;
    }
  }

  private static Object call(String method) throws ClassNotFoundException {
    // The agent puts its bridge into the boot loader, hence null.
    Class<?> bridge = Class.forName(BRIDGE, true, null);
    try {
      return bridge.getMethod(method).invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("depth-agent and lookup-service do not fit together", e);
    }
  }
}
