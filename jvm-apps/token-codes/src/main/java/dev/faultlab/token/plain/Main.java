package dev.faultlab.token.plain;

import dev.faultlab.token.foretell.Foretell;
import dev.faultlab.token.generate.Issuing;
import java.util.Arrays;

/**
 * The programs of lab random that run on any JDK from 8 on.
 *
 * <pre>{@code
 * java -jar token-codes-all.jar                  the plain server: GET /codes/<generator>[/digits][/println], /stats, /health, POST /reset
 * java -jar token-codes-all.jar foretell URL     what the next codes will be, if one java.util.Random makes them
 * }</pre>
 */
public final class Main {
  /** Exit status for a wrong call, as in sysexits.h. */
  private static final int USAGE = 64;

  private Main() {}

  public static void main(String[] arguments) throws Exception {
    String program = arguments.length == 0 ? "server" : arguments[0];
    String[] rest = Arrays.copyOfRange(arguments, Math.min(1, arguments.length), arguments.length);
    try {
      switch (program) {
        case "server":
          new PlainServer(Settings.from(System.getenv()), new Issuing(System.out));
          break;
        case "foretell":
          Foretell.main(rest);
          break;
        default:
          throw new IllegalArgumentException(
              "found '" + program + "', expected server or foretell");
      }
    } catch (IllegalArgumentException e) {
      System.err.println("token-codes: " + e.getMessage());
      System.exit(USAGE);
    }
  }
}
