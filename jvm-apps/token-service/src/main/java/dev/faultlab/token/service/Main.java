package dev.faultlab.token.service;

import dev.faultlab.token.plain.Settings;
import java.util.Map;

/**
 * The service of lab random.
 *
 * <pre>{@code
 * java -jar token-service.jar     GET /codes/<generator>[/digits][/println] or [/mail|/mail-later], /stats, /health, POST /reset
 * }</pre>
 *
 * <p>Settings are TOKEN_* variables, see {@link Settings}, and TOKEN_MAIL, {@code host:port} of an
 * SMTP server.
 */
public final class Main {
  /** Exit status for a wrong call, as in sysexits.h. */
  private static final int USAGE = 64;

  private Main() {}

  public static void main(String[] arguments) {
    try {
      if (arguments.length > 0) {
        throw new IllegalArgumentException(
            "found the argument '" + arguments[0] + "', expected none");
      }
      Map<String, String> environment = System.getenv();
      TokenService.start(
          Settings.from(environment), environment.getOrDefault("TOKEN_MAIL", ""), System.out);
    } catch (IllegalArgumentException e) {
      System.err.println("token-service: " + e.getMessage());
      System.exit(USAGE);
    }
  }
}
