package dev.faultlab.lookup.bare;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The results of the rounds and what they belong to.
 *
 * @param java the runtime version
 * @param systemResolver what stands behind InetAddress in this JVM
 * @param ttlSeconds of InetAddress' cache
 * @param callMillis for which a thread waited after each lookup
 * @param threadKind {@code platform} or {@code virtual}
 * @param runs one for each number of threads
 */
record BareReport(
    String java,
    String systemResolver,
    String resolver,
    String host,
    String names,
    int ttlSeconds,
    int callMillis,
    String threadKind,
    List<RoundResult> runs) {

  private static final JsonMapper JSON = new JsonMapper();

  static BareReport parse(String json) {
    return JSON.readValue(json, BareReport.class);
  }

  String toLine() {
    return JSON.writeValueAsString(this);
  }

  /** Whole or not at all: a reader never sees a half-written file. */
  void write(Path file) throws IOException {
    Path target = file.toAbsolutePath();
    Path unfinished = Files.createTempFile(target.getParent(), "bare", ".json");
    Files.writeString(
        unfinished,
        JSON.writer().with(SerializationFeature.INDENT_OUTPUT).writeValueAsString(this) + "\n");
    Files.move(unfinished, target, StandardCopyOption.REPLACE_EXISTING);
  }

  void print(PrintStream out) {
    out.printf(
        "%s, JDK %s, InetAddress asks: %s, %s, %s names, ttl %d s, then a call of %d ms, %s"
            + " threads%n%n",
        host, java, systemResolver, resolver, names, ttlSeconds, callMillis, threadKind);
    out.printf(
        "%9s %7s %8s %7s %11s %9s %9s %9s %9s %8s %8s%n",
        "processes",
        "threads",
        "lookups",
        "errors",
        "lookups/s",
        "p50 us",
        "p99 us",
        "p99.9 us",
        "max us",
        "at once",
        "nested");
    for (RoundResult round : runs) {
      out.printf(
          Locale.ROOT,
          "%9d %7d %8d %7d %11.1f %9.0f %9.0f %9s %9.0f %8d %8s%n",
          round.processes(),
          round.threads(),
          round.lookups(),
          round.errors().values().stream().mapToLong(Long::longValue).sum(),
          round.lookupsPerSecond(),
          round.p50Micros(),
          round.p99Micros(),
          round.p999Micros() == null ? "-" : Math.round(round.p999Micros()),
          round.maxMicros(),
          round.maxConcurrentCallers(),
          nested(round.nameServiceGet()));
    }
  }

  private static String nested(Map<String, Object> counts) {
    return String.valueOf(counts.getOrDefault("recursiveCalls", "-"));
  }
}
