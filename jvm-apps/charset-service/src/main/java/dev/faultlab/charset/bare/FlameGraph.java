package dev.faultlab.charset.bare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import one.profiler.AsyncProfiler;
import one.profiler.Counter;

/**
 * A CPU profile of the loop, by async-profiler.
 *
 * <p>{@code ctimer} is a CPU timer per thread: it needs neither perf_events nor a capability. The
 * native library comes inside async-profiler's jar.
 */
final class FlameGraph {
  private final AsyncProfiler profiler = AsyncProfiler.getInstance();

  /** Starts; only stacks that go through {@link Loop} are in the profile. */
  FlameGraph() throws IOException {
    profiler.execute("start,event=ctimer,interval=1ms");
  }

  /**
   * Stops and writes the graph.
   *
   * @return how many samples there are, and in how many of them the methods of the published stack
   *     are
   */
  Map<String, Object> write(Path html) throws IOException {
    profiler.execute("stop");
    profiler.execute("flamegraph,include=*Loop.round*,file=" + html.toAbsolutePath());
    return count(profiler.dumpCollapsed(Counter.SAMPLES));
  }

  /**
   * Counts samples in stacks of the form {@code frame;frame;frame 17}.
   *
   * @throws IllegalStateException where the loop is in none of them
   */
  static Map<String, Object> count(String collapsed) {
    long all = 0;
    long serviceLoader = 0;
    long zipEntry = 0;
    for (String line : collapsed.split("\n")) {
      if (line.contains("Loop.round")) {
        long samples = Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
        all += samples;
        serviceLoader += line.contains("java/util/ServiceLoader") ? samples : 0;
        zipEntry += line.contains("java/util/zip/ZipFile.getEntry") ? samples : 0;
      }
    }
    if (all == 0) {
      throw new IllegalStateException("the profile holds no sample of the loop; count more --uses");
    }
    Map<String, Object> counts = new LinkedHashMap<>();
    counts.put("samples", all);
    counts.put("inServiceLoader", serviceLoader);
    counts.put("inZipFileGetEntry", zipEntry);
    counts.put("shareInServiceLoader", (double) serviceLoader / all);
    counts.put("shareInZipFileGetEntry", (double) zipEntry / all);
    return counts;
  }
}
