package dev.faultlab.tools.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.faultlab.capture.CaptureReader;
import dev.faultlab.diagnose.Diagnose;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Diagnoses one capture again and again in one JVM, for the benchmark {@code split}, and prints the
 * least processor time in seconds that a pass took: what there is to do once all of it is compiled.
 *
 * <p>Usage: DiagnoseAgain FILE PASSES
 */
public final class DiagnoseAgain {
  private DiagnoseAgain() {}

  public static void main(String[] args) throws IOException {
    OperatingSystemMXBean process =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long least = Long.MAX_VALUE;
    for (int pass = Integer.parseInt(args[1]); pass > 0; pass--) {
      long began = process.getProcessCpuTime();
      try (CaptureReader reader = CaptureReader.open(Path.of(args[0]))) {
        Diagnose.run(reader);
      }
      least = Math.min(least, process.getProcessCpuTime() - began);
    }
    System.out.printf(Locale.ROOT, "%.2f%n", least / 1e9);
  }
}
