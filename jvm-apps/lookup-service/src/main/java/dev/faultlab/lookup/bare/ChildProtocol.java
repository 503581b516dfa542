package dev.faultlab.lookup.bare;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * How the processes of {@link Processes} start together: a child says "ready" on its standard
 * output when its thread waits, looks up when it reads "go", and answers with its report in one
 * line.
 */
final class ChildProtocol {
  static final String READY = "ready";
  static final String GO = "go";

  private ChildProtocol() {}

  static void awaitGo() throws IOException {
    System.out.println(READY);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String line = in.readLine();
    if (!GO.equals(line)) {
      // The parent is gone: nobody waits for an answer.
      throw new IOException("found '" + line + "' on the standard input, expected '" + GO + "'");
    }
  }

  static void answer(BareReport report) {
    System.out.println(report.toLine());
  }
}
