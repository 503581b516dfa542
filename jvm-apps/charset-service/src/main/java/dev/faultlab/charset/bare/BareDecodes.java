package dev.faultlab.charset.bare;

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
import java.util.Optional;

/**
 * Decoding that spends its time on finding the charset.
 *
 * <p>A web application firewall decodes each request by the charset that the request names. A stack
 * dump shows {@code new String(bytes, name)} more than thirty frames deep, inside {@code
 * ZipFile.getEntry}: the JDK remembers two charset names, the traffic had more, and a charset that
 * comes from a {@link java.nio.charset.spi.CharsetProvider} is searched for on the class path, jar
 * after jar. A load test that repeats one request cannot find this; the mix matters.
 *
 * <p>The wrong way and the right one, with the same loop ({@link Loop}):
 *
 * <pre>{@code
 * wrong  --way name   new String(bytes, "x-faultlab-a")        a lookup, when two others came before
 * right  --way kept   new String(bytes, charset)               none
 * }</pre>
 *
 * <h2>How to run this</h2>
 *
 * <pre>{@code
 * labs/charset/start --jars 300 --provider last bare --way name --mix UTF-8,Shift_JIS,EUC-JP,x-faultlab-a
 * labs/charset/start --jars 300 --provider last bare --way kept --mix UTF-8,Shift_JIS,EUC-JP,x-faultlab-a
 * labs/charset/start --jars 300 --provider last bare --way name --mix x-faultlab-a
 * labs/charset/start --jars 300 --provider last bare --way kept --mix x-invented-#
 * }</pre>
 *
 * <p>What to see: {@code lookups} equals {@code needing} in the first line and is 0 in the others;
 * the bytes allocated beyond those of the kept way are {@code needing} times those of a walk. In
 * the last line every decode has a name of its own that nobody answers to.
 */
public final class BareDecodes {
  /** Enough for the JIT compiler; these decodes cost less than a microsecond each. */
  private static final int BASELINE = 20_000;

  private final BareOptions options;
  private final ProviderLookups provider = ProviderLookups.onClassPath();
  private final Kept kept = new Kept();
  private final List<Sample> mix = new ArrayList<>();

  private BareDecodes(BareOptions options) {
    this.options = options;
    options.mix().forEach(name -> mix.add(Sample.in(name)));
  }

  /**
   * Runs with the options of a command line and writes JSON to {@code --json}, or standard output.
   *
   * @throws IllegalArgumentException on wrong options
   */
  public static void run(String[] arguments) throws IOException {
    BareOptions options = BareOptions.parse(arguments);
    String report = Json.of(new BareDecodes(options).report()) + "\n";
    if (options.json().isPresent()) {
      Files.write(options.json().get(), report.getBytes(StandardCharsets.UTF_8));
    } else {
      System.out.print(report);
    }
  }

  private Map<String, Object> report() throws IOException {
    Loop baseline = new Loop(mix, kept, provider);
    baseline.decode(BASELINE);
    Loop.Used withKept = baseline.decode(BASELINE);

    boolean byName = options.way() == Way.NAME;
    Decoding decoding = byName ? new ByName() : kept;
    Loop loop = new Loop(mix, decoding, provider);
    loop.decode(options.warmUp());
    Optional<FlameGraph> flames =
        options.flameGraph().isPresent() ? Optional.of(new FlameGraph()) : Optional.empty();
    Loop.Used used = loop.decode(options.uses());
    Optional<Map<String, Object>> profile = Optional.empty();
    if (flames.isPresent()) {
      profile = Optional.of(flames.get().write(options.flameGraph().get()));
    }
    // Last, so that the JIT compiler has done to it what it has done to the loop.
    Walk walk = Walk.measure(nameToWalkFor(), provider);

    Map<String, Object> report = new LinkedHashMap<>();
    report.put("java", System.getProperty("java.runtime.version"));
    report.put("classPathEntries", System.getProperty("java.class.path").split(":").length);
    report.put("mix", options.mix());
    report.put("way", options.way().toString());
    report.put("decodes", used.decodes);
    report.put("byName", byName ? used.decodes : 0);
    report.put("needing", used.needing);
    report.put("lookups", used.lookups);
    report.put("allocatedBytes", used.allocatedBytes);
    report.put("cpuNanos", used.cpuNanos);
    report.put("lookupsPerDecode", perDecode(used));
    report.put("allocatedBytesPerDecode", (double) used.allocatedBytes / used.decodes);
    report.put("cpuMicrosPerDecode", used.cpuNanos / 1e3 / used.decodes);
    report.put("baseline", baseline(withKept));
    report.put("walk", walk(walk));
    profile.ifPresent(counts -> report.put("profile", counts));
    return report;
  }

  /** The mix's own name where one needs a provider: what a walk costs depends on where it ends. */
  private String nameToWalkFor() {
    return mix.stream()
        .filter(Sample::needsProvider)
        .map(Sample::name)
        .findFirst()
        .orElse(provider.count().isPresent() ? "x-faultlab-a" : "x-no-such-charset");
  }

  private static Object perDecode(Loop.Used used) {
    return used.lookups.isPresent()
        ? (Object) ((double) used.lookups.getAsLong() / used.decodes)
        : used.lookups;
  }

  private static Map<String, Object> baseline(Loop.Used used) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("decodes", used.decodes);
    json.put("allocatedBytes", used.allocatedBytes);
    return json;
  }

  private static Map<String, Object> walk(Walk walk) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", walk.name);
    json.put("forced", walk.forced());
    json.put("lookups", walk.lookups);
    json.put("allocatedBytes", walk.allocatedBytes);
    return json;
  }
}
