package dev.faultlab.lab;

/**
 * How a trial's packets are captured.
 *
 * @param service sidecar that shares the network namespace of the service under test
 * @param networkInterface interface in that name space
 * @param filter pcap filter expression
 * @param snapLength bytes kept of each packet; enough for the headers that are read
 * @param file evidence file
 * @param markerTo compose service to whose address the opening and closing marker are sent; the
 *     capture is complete when it holds both
 */
public record CaptureSpec(
    String service,
    String networkInterface,
    String filter,
    int snapLength,
    String file,
    String markerTo) {}
