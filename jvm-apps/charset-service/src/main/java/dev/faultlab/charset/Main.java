package dev.faultlab.charset;

import dev.faultlab.charset.bare.BareDecodes;
import dev.faultlab.charset.crowd.CrowdedDecodes;
import dev.faultlab.charset.jars.FatJar;
import dev.faultlab.charset.jars.FillerJars;
import dev.faultlab.charset.jars.IndexedJar;
import dev.faultlab.charset.jars.MergedJar;
import dev.faultlab.charset.service.CharsetService;
import java.util.Arrays;

/**
 * The programs of lab charset in one jar; {@code labs/charset/start} builds their class path.
 *
 * <pre>{@code
 * service                  POST /decode?way=name, GET /stats, POST /reset
 * bare --mix A,B --way W   the same decoding in a plain loop, counted exactly
 * crowd --mix A,B --way W  by many threads: who waits for a jar of the class path
 * jars N FOLDER            makes the extra jars for the class path
 * index FILE A.jar:B.jar   makes one jar that says what lies in which of them
 * merge FILE A.jar:B.jar   makes one jar of them all
 * fat FILE L.jar:A.jar     makes a jar with A inside that Spring Boot's loader L starts
 * }</pre>
 */
public final class Main {
  /** Exit status for a wrong call, as in sysexits.h. */
  private static final int USAGE = 64;

  private Main() {}

  public static void main(String[] arguments) throws Exception {
    String program = arguments.length == 0 ? "" : arguments[0];
    String[] rest = Arrays.copyOfRange(arguments, Math.min(1, arguments.length), arguments.length);
    try {
      switch (program) {
        case "service":
          CharsetService.start(System.getenv());
          break;
        case "bare":
          BareDecodes.run(rest);
          break;
        case "crowd":
          CrowdedDecodes.run(rest);
          break;
        case "jars":
          FillerJars.run(rest);
          break;
        case "index":
          IndexedJar.run(rest);
          break;
        case "merge":
          MergedJar.run(rest);
          break;
        case "fat":
          FatJar.run(rest);
          break;
        default:
          throw new IllegalArgumentException(
              "found the program '"
                  + program
                  + "', expected service, bare, crowd, jars, index, merge or fat");
      }
    } catch (IllegalArgumentException e) {
      System.err.println("charset-service: " + e.getMessage());
      System.exit(USAGE);
    }
  }
}
