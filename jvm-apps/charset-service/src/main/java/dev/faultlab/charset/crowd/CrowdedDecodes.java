package dev.faultlab.charset.crowd;

import dev.faultlab.charset.Json;
import dev.faultlab.charset.decode.ByName;
import dev.faultlab.charset.decode.Decoding;
import dev.faultlab.charset.decode.Kept;
import dev.faultlab.charset.decode.ProviderLookups;
import dev.faultlab.charset.decode.Sample;
import dev.faultlab.charset.decode.Way;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Decoding by many threads that meet at one lock: a jar's, or that of the JDK's own charsets.
 *
 * <p>The published stack stands in {@code ZipFile.getEntry} and has locked a {@code JarFile}. The
 * class loader has one {@code JarFile} for each jar of its class path, and {@code getEntry} takes
 * its monitor (JDK 8 to 25), so that all lookups of all threads go through the same monitors. With
 * names of the JDK alone no jar is opened, and the threads meet at {@link
 * HeldLock#STANDARD_CHARSETS}.
 *
 * <p>How often two threads meet there depends on cores and on how long an entry takes. Who has to
 * pass there does not: this program holds the monitor, lets each thread go through the mix once,
 * and counts who has come to rest before it. They stay there until it lets go, so no clock is
 * needed.
 *
 * <h2>How to run this</h2>
 *
 * <pre>{@code
 * labs/charset/start --jars 300 crowd --way name --mix UTF-8,MS932,US-ASCII,x-faultlab-a
 * labs/charset/start --jars 300 crowd --way kept --mix UTF-8,MS932,US-ASCII,x-faultlab-a
 * labs/charset/start crowd --held standard-charsets --way name --mix UTF-8,ISO-8859-15,windows-1252
 * labs/charset/start crowd --held standard-charsets --way name --mix UTF-8,windows-1252
 * }</pre>
 *
 * <p>What to see: {@code waiting} is 16 of 16 threads in the first and third line and 0 in the
 * others. {@code free} is the same crowd before that, with nothing held: {@code blocked} is how
 * often one of its threads had to wait for some monitor.
 */
public final class CrowdedDecodes {
  private final CrowdOptions options;
  private final Decoding decoding;
  private final List<Sample> mix = new ArrayList<>();

  private CrowdedDecodes(CrowdOptions options) {
    this.options = options;
    this.decoding = options.way() == Way.NAME ? new ByName() : new Kept();
    options.mix().forEach(name -> mix.add(Sample.in(name)));
  }

  /**
   * Runs with the options of a command line and writes JSON to {@code --json}, or standard output.
   *
   * @throws IllegalArgumentException on wrong options
   */
  public static void run(String[] arguments) throws Exception {
    CrowdOptions options = CrowdOptions.parse(arguments);
    String report = Json.of(new CrowdedDecodes(options).report()) + "\n";
    if (options.json().isPresent()) {
      Files.write(options.json().get(), report.getBytes(StandardCharsets.UTF_8));
    } else {
      System.out.print(report);
    }
  }

  private Map<String, Object> report()
      throws IOException, InterruptedException, IllegalAccessException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("java", System.getProperty("java.runtime.version"));
    json.put("mix", options.mix());
    json.put("way", options.way().toString());
    json.put("threads", options.threads());
    json.put("free", free());
    json.putAll(held(options.held().monitor(options)));
    return json;
  }

  /** The crowd with nothing in its way; it also loads every class that it needs. */
  private Map<String, Object> free() throws InterruptedException {
    ProviderLookups provider = ProviderLookups.onClassPath();
    OptionalLong before = provider.count();
    Crowd crowd = new Crowd(options.threads(), options.rounds(), mix, decoding);
    crowd.start();
    crowd.join();
    long decodes = (long) options.threads() * options.rounds() * mix.size();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("decodes", decodes);
    json.put("lookups", provider.since(before));
    json.put("blocked", crowd.blocked());
    json.put("blockedPerThousandDecodes", crowd.blocked() * 1e3 / decodes);
    return json;
  }

  private Map<String, Object> held(Object monitor) throws InterruptedException {
    // The JDK's own names last: what needs a provider is not among the two that are remembered.
    mix.stream().filter(sample -> !sample.needsProvider()).forEach(s -> s.decode(decoding));
    Crowd crowd = new Crowd(options.threads(), 1, mix, decoding);
    Map<String, Object> json = new LinkedHashMap<>();
    synchronized (monitor) {
      crowd.start();
      Crowd.Waiting waiting = crowd.atRestBefore(monitor);
      json.put("servedWhileHeld", crowd.served());
      json.put("waiting", waiting.threads);
      json.put("waitingIn", waiting.in);
    }
    crowd.join();
    json.put("served", crowd.served());
    return json;
  }
}
