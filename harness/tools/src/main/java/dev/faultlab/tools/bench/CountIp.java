package dev.faultlab.tools.bench;

import dev.faultlab.capture.CaptureReader;
import dev.faultlab.capture.CaptureScan;
import dev.faultlab.capture.Coverage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.List;

/**
 * Counts the frames of captures in which an IP header was found, for the benchmark {@code decoder}.
 *
 * <p>Reads file names from standard input, relative to FOLDER. Writes file, frames and frames with
 * IP, separated by tabs. Leaves out captures with a link layer that is not decoded.
 *
 * <p>Usage: CountIp FOLDER
 */
public final class CountIp {
  private CountIp() {}

  public static void main(String[] args) throws IOException {
    BufferedReader names = new BufferedReader(new InputStreamReader(System.in));
    for (String name = names.readLine(); name != null; name = names.readLine()) {
      long[] counts = new long[2];
      try (CaptureReader reader = CaptureReader.open(Path.of(args[0]).resolve(name))) {
        CaptureScan.Listener count =
            packet -> {
              counts[0]++;
              counts[1] += packet.isIp() ? 1 : 0;
            };
        Coverage coverage = CaptureScan.run(reader, List.of(count)).coverage();
        if (coverage.unsupportedLinkType().isEmpty()) {
          System.out.println(name + "\t" + counts[0] + "\t" + counts[1]);
        }
      }
    }
  }
}
