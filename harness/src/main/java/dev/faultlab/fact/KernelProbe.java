package dev.faultlab.fact;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.evidence.TrialEvidence;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What the probe in the server's kernel counted ({@code vm probe read}): the window scale that the
 * kernel applied to each connection when it sent, by the client's port, and the clamp from which it
 * computed scales.
 *
 * @param available whether this kernel could be probed
 * @param scales client's port to scale; {@link #SEVERAL} where one socket had several. A port that
 *     several sockets had one after the other, with different scales, is left out: the probe cannot
 *     tell which of them is still there.
 * @param clamps calling kernel function to the window clamp that it gave, in bytes
 * @param fact for the report
 */
public record KernelProbe(
    boolean available,
    Map<Integer, Integer> scales,
    Map<String, Integer> clamps,
    Fact<String> fact) {

  /** Scale of a socket for which the probe saw more than one. */
  public static final int SEVERAL = -1;

  public KernelProbe {
    scales = Map.copyOf(scales);
    clamps = new LinkedHashMap<>(clamps);
  }

  /**
   * Reads the probe's counts.
   *
   * @param port the server's
   * @throws MissingFact when the file is not there or is no such report
   */
  public static KernelProbe read(TrialEvidence evidence, String file, int port) {
    JsonNode report = new JsonFacts(evidence).node(file + "#");
    Map<String, Integer> clamps = new LinkedHashMap<>();
    report
        .path("initialWindows")
        .forEach(way -> clamps.put(way.path("caller").asText(), way.path("windowClamp").asInt()));
    boolean available = report.path("available").asBoolean();
    return new KernelProbe(
        available,
        scales(report.path("transmits"), port),
        clamps,
        new Fact<>(
            "window clamp by calling function in the kernel",
            available ? clamps.toString() : report.path("why").asText(),
            evidence.shown(file),
            "/initialWindows"));
  }

  private static Map<Integer, Integer> scales(JsonNode transmits, int port) {
    Map<Integer, Map<Integer, Integer>> bySocket = new LinkedHashMap<>();
    for (JsonNode sent : transmits) {
      if (sent.path("localPort").asInt() == port) {
        bySocket
            .computeIfAbsent(sent.path("remotePort").asInt(), client -> new LinkedHashMap<>())
            .merge(
                sent.path("socket").asInt(),
                sent.path("windowScale").asInt(),
                (a, b) -> a.equals(b) ? a : SEVERAL);
      }
    }
    Map<Integer, Integer> scales = new LinkedHashMap<>();
    bySocket.forEach(
        (client, ofSockets) -> {
          Set<Integer> different = Set.copyOf(ofSockets.values());
          if (different.size() == 1) {
            scales.put(client, different.iterator().next());
          }
        });
    return scales;
  }
}
