package dev.faultlab.observation;

import dev.faultlab.capture.End;
import dev.faultlab.fact.CaptureReading;
import java.util.List;
import java.util.Optional;

/**
 * The charts of a capture, thinned out for drawing.
 *
 * @param brokeOff why reading ended before the end of the capture
 * @param lookups if the capture has DNS beside the harness' own markers
 * @param window if a connection of the capture carried data
 */
public record CaptureChart(
    Optional<String> brokeOff, Optional<LookupChart> lookups, Optional<WindowChart> window) {

  /**
   * A line that holds its value until it changes.
   *
   * @param xy seconds and value, alternating
   */
  public record Line(String name, List<Double> xy) {}

  public static CaptureChart of(CaptureReading read) {
    return new CaptureChart(
        read.end() instanceof End.Complete ? Optional.empty() : Optional.of(read.end().sentence()),
        LookupChart.of(read.dns()),
        read.exhibit().map(WindowChart::of));
  }
}
