package dev.faultlab.tools.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.hipparchus.stat.regression.SimpleRegression;

/**
 * Fits a straight line by least squares to each curve that the benchmark {@code scale} measured.
 *
 * <p>Reads rows of what, size, seconds, seconds without the load, and MiB. Writes one row per
 * curve: its slopes with 95 % intervals (Student's t, which supposes that what is left over is
 * alike at all sizes), and the seconds at size 0.
 *
 * <p>Usage: Slopes FILE
 */
public final class Slopes {
  private record Curve(SimpleRegression millis, SimpleRegression kibibytes, String commit) {}

  private Slopes() {}

  public static void main(String[] args) throws IOException {
    List<String> lines = Files.readAllLines(Path.of(args[0]));
    Map<String, Curve> curves = new LinkedHashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] row = line.split(",");
      Curve curve =
          curves.computeIfAbsent(
              row[0], what -> new Curve(new SimpleRegression(), new SimpleRegression(), row[5]));
      double size = Double.parseDouble(row[1]);
      curve.millis.addData(size, 1000 * Double.parseDouble(row[3]));
      curve.kibibytes.addData(size, 1024 * Double.parseDouble(row[4]));
    }
    System.out.println(
        "one more of,runs,ms beside the load,ms low,ms high,s with none,KiB of the harness,"
            + "KiB low,KiB high,commit");
    curves.forEach(
        (what, curve) ->
            System.out.printf(
                Locale.ROOT,
                "%s,%d,%s,%.1f,%s,%s%n",
                what,
                curve.millis.getN(),
                slope(curve.millis),
                curve.millis.getIntercept() / 1000,
                slope(curve.kibibytes),
                curve.commit));
  }

  private static String slope(SimpleRegression line) {
    double half = line.getSlopeConfidenceInterval(0.05);
    return String.format(
        Locale.ROOT,
        "%.1f,%.1f,%.1f",
        line.getSlope(),
        line.getSlope() - half,
        line.getSlope() + half);
  }
}
