package dev.faultlab.fact;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The counts of the probe in the server's kernel ({@code vm probe read}): the window scale that the
 * kernel applied when it sent on each connection, by the client's port, and the clamp from which it
 * computed scales.
 *
 * @param scales client's port to scale; {@link #MIXED} if the kernel used more than one
 * @param fact the window clamp in bytes by calling kernel function, or why there is none
 */
public record KernelProbe(Map<Integer, Integer> scales, Fact<String> fact) {

  /** The scale of a port with more than one. */
  public static final int MIXED = -1;

  /** The clamps, or why the kernel could not be probed. */
  public static final FactSpec KERNEL_CLAMPS =
      new FactSpec(
          "kernel-clamps", FactSpec.TEXT, "window clamp by calling function in the kernel");

  /**
   * Reads the probe's counts.
   *
   * @param port the server's
   * @throws MissingFact when the file does not exist or is not such a report
   */
  public static KernelProbe read(TrialEvidence evidence, String file, int port) {
    JsonNode report = new JsonFacts(evidence).node(file + "#");
    Map<Integer, Integer> scales = new LinkedHashMap<>();
    for (JsonNode sent : report.path("transmits")) {
      if (sent.path("localPort").asInt() == port) {
        int scale = sent.path("windowScale").asInt();
        scales.merge(sent.path("remotePort").asInt(), scale, (a, b) -> a.equals(b) ? a : MIXED);
      }
    }
    Map<String, Integer> clamps = new LinkedHashMap<>();
    report
        .path("initialWindows")
        .forEach(one -> clamps.put(one.path("caller").asText(), one.path("windowClamp").asInt()));
    boolean available = report.path("available").asBoolean();
    return new KernelProbe(
        scales,
        KERNEL_CLAMPS.of(
            available ? clamps.toString() : report.path("why").asText(),
            evidence.shown(file),
            "/initialWindows"));
  }
}
