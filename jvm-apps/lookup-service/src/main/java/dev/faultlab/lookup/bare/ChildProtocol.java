package dev.faultlab.lookup.bare;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * How the processes of {@link Processes} start together: a child says "ready" on its standard
 * output when its thread waits, looks up when it reads "go", and answers with its report in one
 * line.
 */
final class ChildProtocol {
  static final String READY = "ready";
  private static final String MARK = "bare-child: ";
  static final String GO = "go";

  private ChildProtocol() {}

  static void awaitGo() throws IOException {
    System.out.println(MARK + READY);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String line = in.readLine();
    if (!GO.equals(line)) {
      // The parent is gone: nobody waits for an answer.
      throw new IOException("found '" + line + "' on the standard input, expected '" + GO + "'");
    }
  }

  /**
   * The next line of the protocol, without its mark; what else the child says goes to the standard
   * error.
   *
   * @return empty when the child has ended
   */
  static Optional<String> next(BufferedReader child) throws IOException {
    for (String line = child.readLine(); line != null; line = child.readLine()) {
      if (line.startsWith(MARK)) {
        return Optional.of(line.substring(MARK.length()));
      }
      System.err.println(line);
    }
    return Optional.empty();
  }

  static void answer(BareReport report) {
    System.out.println(MARK + report.toLine());
  }
}
