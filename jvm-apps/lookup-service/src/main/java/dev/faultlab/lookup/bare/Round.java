package dev.faultlab.lookup.bare;

import dev.faultlab.lookup.resolve.DepthFacts;
import dev.faultlab.lookup.resolve.LookupTally;
import dev.faultlab.lookup.resolve.NameResolver;
import dev.faultlab.lookup.resolve.WorkerNames;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Lock;
import org.HdrHistogram.Histogram;

/**
 * One round: the lookups are dealt out to the threads, which start together. What a thread does
 * with an address takes it {@code --call} milliseconds and no CPU; it is in the round's time and in
 * no latency.
 */
final class Round {
  // 3 digits: a latency is right to 0.1 %.
  private static final int DIGITS = 3;

  private final BareOptions options;
  private final NameResolver resolver;
  private final int threads;
  private final WorkerNames names;
  private final LookupTally tally = new LookupTally();
  private final Optional<Lock> lock;
  private final CountDownLatch ready;
  private final CountDownLatch go = new CountDownLatch(1);

  Round(BareOptions options, NameResolver resolver, int threads) {
    this.options = options;
    this.resolver = resolver;
    this.threads = threads;
    this.names = new WorkerNames(threads);
    this.lock = options.ownLock.make();
    this.ready = new CountDownLatch(threads);
  }

  RoundResult run() throws IOException, InterruptedException {
    warmUp();
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      // The first ones take one lookup more where it does not come out even.
      int share = options.lookups / threads + (i < options.lookups % threads ? 1 : 0);
      workers.add(new Worker(i, share));
    }
    List<Thread> started = new ArrayList<>();
    for (Worker worker : workers) {
      started.add(worker.start());
    }
    ready.await();
    if (options.child) {
      ChildProtocol.awaitGo();
    }
    Optional<Path> graph = options.flameGraph(threads);
    Optional<FlameGraph> profiler = graph.map(file -> FlameGraph.ofThreads(started));
    DepthFacts.reset();

    long beganMicros = nowMicros();
    long begin = System.nanoTime();
    go.countDown();
    for (Thread thread : started) {
      thread.join();
    }
    long wallNanos = System.nanoTime() - begin;
    long endedMicros = nowMicros();

    Map<String, Object> nameServiceGet = DepthFacts.read();
    if (profiler.isPresent()) {
      profiler.get().write(graph.get());
    }
    return result(workers, beganMicros, endedMicros, wallNanos, nameServiceGet);
  }

  private static long nowMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  private RoundResult result(
      List<Worker> workers,
      long beganMicros,
      long endedMicros,
      long wallNanos,
      Map<String, Object> nameServiceGet) {
    Histogram all = new Histogram(DIGITS);
    Map<String, Long> errors = new TreeMap<>();
    for (Worker worker : workers) {
      all.add(worker.latencies);
      worker.errors.forEach((kind, n) -> errors.merge(kind, n, Long::sum));
    }
    LookupTally.Counts counts = tally.counts();
    return RoundResult.of(
        threads,
        1,
        all,
        errors,
        beganMicros,
        endedMicros,
        wallNanos,
        counts.maxConcurrentCallers(),
        counts.maxConcurrentCallersOfOneName(),
        nameServiceGet);
  }

  private void warmUp() {
    for (int i = 0; i < options.warmUp; i++) {
      try {
        resolver.resolve(options.host.text());
      } catch (UnknownHostException e) {
        // A name that does not resolve shows in the round itself, where it is counted.
        return;
      }
    }
  }

  private final class Worker implements Runnable {
    private final int number;
    private final int lookups;
    private final Histogram latencies = new Histogram(DIGITS);
    private final Map<String, Long> errors = new TreeMap<>();

    Worker(int number, int lookups) {
      this.number = number;
      this.lookups = lookups;
    }

    Thread start() {
      return options.threadKind.start("lookup-" + number, this);
    }

    @Override
    public void run() {
      String name = names.nameFor(options.host, options.names);
      ready.countDown();
      try {
        go.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      for (int i = 0; i < lookups; i++) {
        lookUp(name);
        call();
      }
    }

    private void lookUp(String name) {
      long begin = System.nanoTime();
      lock.ifPresent(Lock::lock);
      try {
        tally.resolve(resolver, name);
      } catch (UnknownHostException | StackOverflowError e) {
        // The second ends the recursion where thread stacks are small (-Xss): a finding, not a
        // reason to stop.
        errors.merge(e.getClass().getName(), 1L, Long::sum);
      } finally {
        lock.ifPresent(Lock::unlock);
      }
      latencies.recordValue(System.nanoTime() - begin);
    }

    /** Not even sleep(0), which yields: who waits for the lock then comes before who has had it. */
    private void call() {
      if (options.callMillis == 0) {
        return;
      }
      try {
        Thread.sleep(options.callMillis);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
