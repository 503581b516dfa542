package dev.faultlab.lookup.bare;

import dev.faultlab.lookup.resolve.Names;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Several JVMs with one thread each, the article's second way out: every JVM has its own lock. */
final class Processes {
  private final BareOptions options;

  Processes(BareOptions options) {
    this.options = options;
  }

  /**
   * @throws IOException when a process cannot be started or ends without an answer
   */
  RoundResult run() throws IOException, InterruptedException {
    List<Child> children = new ArrayList<>();
    try {
      for (int i = 0; i < options.processes; i++) {
        children.add(new Child(i));
      }
      for (Child child : children) {
        child.expectReady();
      }
      for (Child child : children) {
        child.go();
      }
      List<RoundResult> results = new ArrayList<>();
      for (Child child : children) {
        results.add(child.result());
      }
      return together(results);
    } finally {
      children.forEach(Child::end);
    }
  }

  private RoundResult together(List<RoundResult> results) {
    Histogram all = new Histogram(results.get(0).nanos());
    all.reset();
    Map<String, Long> errors = new TreeMap<>();
    long beganMicros = Long.MAX_VALUE;
    long endedMicros = 0;
    long wallNanos = 0;
    int maxConcurrentCallers = 0;
    int ofOneName = 0;
    List<Map<String, Object>> nameServiceGets = new ArrayList<>();
    for (RoundResult result : results) {
      all.add(result.nanos());
      result.errors().forEach((kind, n) -> errors.merge(kind, n, Long::sum));
      beganMicros = Math.min(beganMicros, result.beganMicros());
      endedMicros = Math.max(endedMicros, result.endedMicros());
      wallNanos = Math.max(wallNanos, result.wallNanos());
      maxConcurrentCallers += result.maxConcurrentCallers();
      ofOneName =
          options.names == Names.SHARED
              ? ofOneName + result.maxConcurrentCallersOfOneName()
              : Math.max(ofOneName, result.maxConcurrentCallersOfOneName());
      nameServiceGets.add(result.nameServiceGet());
    }
    return RoundResult.of(
        1,
        results.size(),
        all,
        errors,
        beganMicros,
        endedMicros,
        wallNanos,
        maxConcurrentCallers,
        ofOneName,
        DepthTotals.of(nameServiceGets));
  }

  private final class Child {
    private final Process process;
    private final BufferedReader out;
    private final BufferedWriter in;

    Child(int number) throws IOException {
      int share =
          options.lookups / options.processes
              + (number < options.lookups % options.processes ? 1 : 0);
      List<String> arguments =
          new ArrayList<>(
              List.of(
                  "--child",
                  "--threads=1",
                  "--host=" + nameOf(number),
                  "--lookups=" + share,
                  "--resolver=" + options.resolver,
                  "--ttl=" + options.ttl,
                  "--call=" + options.callMillis,
                  "--warm-up=" + options.warmUp));
      options.nameserver.ifPresent(
          server ->
              arguments.add(
                  "--nameserver=" + server.getAddress().getHostAddress() + ":" + server.getPort()));
      process = OwnJvm.again(arguments).start();
      out = process.inputReader();
      in = process.outputWriter();
    }

    private String nameOf(int number) {
      return options.names == Names.SHARED ? options.host.text() : options.host.ofWorker(number);
    }

    void expectReady() throws IOException {
      Optional<String> line = ChildProtocol.next(out);
      if (!line.equals(Optional.of(ChildProtocol.READY))) {
        throw new IOException("process " + process.pid() + " said " + line + ", not ready");
      }
    }

    void go() throws IOException {
      in.write(ChildProtocol.GO + "\n");
      in.flush();
    }

    RoundResult result() throws IOException, InterruptedException {
      Optional<String> line = ChildProtocol.next(out);
      int status = process.waitFor();
      if (line.isEmpty() || status != 0) {
        throw new IOException("process " + process.pid() + " ended with status " + status);
      }
      return BareReport.parse(line.get()).runs().get(0);
    }

    void end() {
      process.destroy();
    }
  }
}
