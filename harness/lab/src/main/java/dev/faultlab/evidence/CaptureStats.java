package dev.faultlab.evidence;

import java.util.Optional;

/**
 * What tcpdump reported about its capture, and whether both markers are in it.
 *
 * @param file evidence file
 * @param captured packets written
 * @param received packets that passed the filter, as libpcap counts them
 * @param dropped packets the kernel dropped for want of buffer; anything above 0 makes the trial
 *     inconclusive
 * @param complete whether the closing marker was in the file before tcpdump received the signal to
 *     stop
 */
public record CaptureStats(
    String file, long captured, long received, long dropped, boolean complete) {

  /** Why this capture cannot carry a verdict; empty when it can. */
  public Optional<String> flaw() {
    if (dropped > 0) {
      return Optional.of(file + ": tcpdump dropped " + dropped + " packets");
    }
    if (!complete) {
      return Optional.of(file + ": the closing marker is not in the capture, it was cut short");
    }
    return Optional.empty();
  }
}
