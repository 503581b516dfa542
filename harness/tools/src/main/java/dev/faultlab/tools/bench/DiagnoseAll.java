package dev.faultlab.tools.bench;

import dev.faultlab.capture.packet.CaptureReader;
import dev.faultlab.diagnose.Diagnose;
import dev.faultlab.diagnose.Diagnosis;
import dev.faultlab.diagnose.Finding;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * Diagnoses many captures in one JVM, for the benchmark {@code precision}: a thousand starts take
 * longer than the captures.
 *
 * <p>Reads file names from standard input, relative to FOLDER. Writes "capture, file, found, silent
 * or nothing" for each and "finding, file, id, confidence" for each finding, separated by tabs.
 *
 * <p>Usage: DiagnoseAll FOLDER
 */
public final class DiagnoseAll {
  private DiagnoseAll() {}

  public static void main(String[] args) throws IOException {
    BufferedReader names = new BufferedReader(new InputStreamReader(System.in));
    int read = 0;
    for (String name = names.readLine(); name != null; name = names.readLine()) {
      if (++read % 100 == 0) {
        System.err.println("strangers: capture " + read);
      }
      try (CaptureReader reader = CaptureReader.open(Path.of(args[0]).resolve(name))) {
        print(Diagnose.run(reader), name, id -> "");
      }
    }
  }

  /**
   * Prints the rows of a capture.
   *
   * @param more cells for a finding
   */
  static void print(Diagnosis diagnosis, String head, UnaryOperator<String> more) {
    String silence = diagnosis.judged() ? "silent" : "nothing";
    System.out.println(
        "capture\t" + head + "\t" + (diagnosis.findings().isEmpty() ? silence : "found"));
    for (Finding each : diagnosis.findings()) {
      String id = each.id().id();
      String confidence = each.confidence().name().toLowerCase(Locale.ROOT);
      System.out.println("finding\t" + head + "\t" + id + "\t" + confidence + more.apply(id));
    }
  }
}
