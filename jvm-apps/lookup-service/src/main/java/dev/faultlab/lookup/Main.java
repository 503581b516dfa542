package dev.faultlab.lookup;

import dev.faultlab.lookup.backend.Backend;
import dev.faultlab.lookup.bare.BareLookups;
import dev.faultlab.lookup.outage.OutageLookups;
import dev.faultlab.lookup.service.LookupService;
import java.util.Arrays;

/**
 * The programs of lab dns-java in one jar.
 *
 * <pre>{@code
 * java -jar lookup-service.jar                 the service: GET /call, /stats, /health, POST /reset
 * java -jar lookup-service.jar backend         what the service calls
 * java -jar lookup-service.jar bare --help     the article's program, without a service around it
 * java -jar lookup-service.jar outage --help   lookups while a name server fails, and afterwards
 * }</pre>
 */
public final class Main {
  /** Exit status for a wrong call, as in sysexits.h. */
  public static final int USAGE = 64;

  private Main() {}

  public static void main(String[] arguments) throws Exception {
    String program = arguments.length == 0 ? "service" : arguments[0];
    String[] rest = Arrays.copyOfRange(arguments, Math.min(1, arguments.length), arguments.length);
    try {
      switch (program) {
        case "service" -> LookupService.start(new Environment(System.getenv()), rest);
        case "backend" -> Backend.start(new Environment(System.getenv()), rest);
        case "bare" -> System.exit(BareLookups.run(rest));
        case "outage" -> System.exit(OutageLookups.run(new Environment(System.getenv()), rest));
        default ->
            throw new IllegalArgumentException(
                "found '" + program + "', expected service, backend, bare or outage");
      }
    } catch (IllegalArgumentException e) {
      System.err.println("lookup-service: " + e.getMessage());
      System.exit(USAGE);
    }
  }
}
