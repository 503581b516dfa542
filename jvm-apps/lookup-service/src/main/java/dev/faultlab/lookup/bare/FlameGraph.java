package dev.faultlab.lookup.bare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import one.profiler.AsyncProfiler;

/**
 * A wall-clock profile of some threads, by async-profiler.
 *
 * <p>Wall clock, because the threads wait: a CPU profile would show next to nothing. It works by
 * timer signals, so it needs neither perf_events nor a capability. The native library comes inside
 * async-profiler's jar.
 */
final class FlameGraph {
  private static final String HTML = ".html";
  private static final String INTERVAL = "1ms";

  private final AsyncProfiler profiler;

  private FlameGraph(AsyncProfiler profiler) {
    this.profiler = profiler;
  }

  /** Starts; the threads must have been started, and nothing but they is in the profile. */
  static FlameGraph ofThreads(List<? extends Thread> threads) {
    AsyncProfiler profiler = AsyncProfiler.getInstance();
    try {
      profiler.execute("start,event=wall,interval=" + INTERVAL + ",filter");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.forEach(profiler::addThread);
    return new FlameGraph(profiler);
  }

  /** Stops, and writes the graph and, next to it, the stacks as text. */
  void write(Path html) throws IOException {
    profiler.execute("stop");
    profiler.execute("flamegraph,file=" + html.toAbsolutePath());
    profiler.execute("collapsed,file=" + collapsed(html).toAbsolutePath());
  }

  static Path withThreads(Path html, int threads) {
    return html.resolveSibling(stem(html) + "-" + threads + HTML);
  }

  static Path collapsed(Path html) {
    return html.resolveSibling(stem(html) + ".collapsed");
  }

  /**
   * @throws IllegalArgumentException where the name has another ending, or a comma, which
   *     async-profiler takes for the end of the name
   */
  static void requireHtml(Path html) {
    if (!html.toString().endsWith(HTML) || html.toAbsolutePath().toString().contains(",")) {
      throw new IllegalArgumentException(
          "--flame-graph: found '"
              + html
              + "', expected a name that ends in .html, without a comma");
    }
  }

  private static String stem(Path html) {
    String name = html.getFileName().toString();
    return name.substring(0, name.length() - HTML.length());
  }
}
