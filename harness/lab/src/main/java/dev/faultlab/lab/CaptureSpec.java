package dev.faultlab.lab;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import java.util.Set;

/**
 * How a trial's packets are captured.
 *
 * @param service sidecar that shares the network namespace of the service under test
 * @param networkInterface interface in that name space
 * @param filter pcap filter expression
 * @param snapLength bytes kept of each packet; enough for the headers
 * @param file evidence file
 * @param requests what else is read from the packets and kept as evidence
 */
public record CaptureSpec(
    @JsonProperty("in") String service,
    @JsonProperty("interface") String networkInterface,
    String filter,
    int snapLength,
    String file,
    Optional<Requests> requests) {
  private static final int HEADER_SNAP_LENGTH = 512;

  public CaptureSpec {
    networkInterface = networkInterface.isEmpty() ? "eth0" : networkInterface;
    snapLength = snapLength == 0 ? HEADER_SNAP_LENGTH : snapLength;
  }

  /** A further evidence file that is derived from the packets. */
  public Set<String> files() {
    return requests.map(Requests::file).map(Set::of).orElse(Set.of());
  }

  /**
   * Requests and their answers, from the packets.
   *
   * @param port of the server
   * @param atLeastBytes smaller requests are ignored: a client sends other requests as well
   * @param file evidence file for their latencies
   */
  public record Requests(int port, @JsonProperty("at-least") long atLeastBytes, String file) {}
}
