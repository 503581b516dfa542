package dev.faultlab.lookups;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.Security;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Threads that should look up at once, and take turns, on any JDK from 8 on.
 *
 * <p>The bare program of lookup-service, {@code dev.faultlab.lookup.bare.BareLookups}, tells the
 * incident and has the cures beside the fault; it needs JDK 17. This one has the fault alone, and a
 * name per thread, which shows that the lock belongs to the name. What it writes means what the
 * same fields mean there ({@code RoundResult}).
 *
 * <p>How to run this:
 *
 * <pre>{@code
 * java -cp lookups.jar dev.faultlab.lookups.Lookups --host backend.d10.lab --names shared \
 *   --threads 8 --lookups 400 --warm-up 10 --json bare.json
 * }</pre>
 */
public final class Lookups {
  /** Exit status for a wrong call, as in sysexits.h. */
  private static final int USAGE = 64;

  private static final Set<String> OPTIONS =
      new TreeSet<>(
          Arrays.asList("--host", "--names", "--threads", "--lookups", "--warm-up", "--json"));
  private static final double NANOS_PER_MICRO = 1_000;
  private static final double NANOS_PER_SECOND = 1_000_000_000;

  /** A p99.9 of fewer would be little else than the longest. */
  private static final int ENOUGH_FOR_P999 = 10_000;

  /** What is asked; safe to call from many threads at once. */
  interface Resolver {
    InetAddress resolve(String name) throws UnknownHostException;
  }

  private final String host;
  private final boolean ownNames;
  private final int threads;
  private final int lookups;
  private final int warmUp;
  private final Path json;

  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicInteger mostInside = new AtomicInteger();
  private final ConcurrentMap<String, AtomicInteger> insideByName = new ConcurrentHashMap<>();
  private final AtomicInteger mostInsideOfOneName = new AtomicInteger();
  private final AtomicLong failed = new AtomicLong();

  /**
   * Reads pairs of option and value.
   *
   * @throws IllegalArgumentException naming the option, what was found and what was expected
   */
  Lookups(String... arguments) {
    Map<String, String> given = new HashMap<>();
    for (int i = 0; i < arguments.length; i += 2) {
      if (!OPTIONS.contains(arguments[i]) || i + 1 == arguments.length) {
        throw new IllegalArgumentException(
            "found '" + arguments[i] + "', expected one of " + OPTIONS + ", each with a value");
      }
      given.put(arguments[i], arguments[i + 1]);
    }
    host = word(given, "--host", "[a-z0-9]([a-z0-9.-]*[a-z0-9])?", "a host name in lower case");
    ownNames =
        word(given, "--names", "shared|per-thread", "shared or per-thread").equals("per-thread");
    threads = number(given, "--threads", 1);
    lookups = number(given, "--lookups", threads);
    warmUp = number(given, "--warm-up", 0);
    json = Paths.get(word(given, "--json", ".+", "a file"));
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Lookups program;
    try {
      program = new Lookups(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println("lookups: " + e.getMessage());
      System.exit(USAGE);
      return;
    }
    // Before the first lookup: InetAddress reads its policy once.
    Security.setProperty("networkaddress.cache.ttl", "0");
    Files.write(program.json, program.run(InetAddress::getByName).getBytes(StandardCharsets.UTF_8));
  }

  /** Looks up, and returns the report. */
  String run(Resolver resolver) throws InterruptedException {
    warmUp(resolver);
    CountDownLatch ready = new CountDownLatch(threads);
    CountDownLatch go = new CountDownLatch(1);
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      // The first ones take one lookup more where it does not come out even.
      int share = lookups / threads + (i < lookups % threads ? 1 : 0);
      workers.add(new Worker(i, share, resolver, ready, go));
    }
    workers.forEach(Thread::start);
    ready.await();
    long beganMillis = System.currentTimeMillis();
    long begin = System.nanoTime();
    go.countDown();
    for (Worker worker : workers) {
      worker.join();
    }
    long wallNanos = System.nanoTime() - begin;
    // The clock is cut off at a millisecond: not before the end.
    long endedMillis = System.currentTimeMillis() + 1;

    List<Long> nanos = new ArrayList<>();
    workers.forEach(worker -> nanos.addAll(worker.nanos));
    Collections.sort(nanos);
    return report(nanos, beganMillis, endedMillis, wallNanos);
  }

  private void warmUp(Resolver resolver) {
    for (int i = 0; i < warmUp; i++) {
      try {
        resolver.resolve(host);
      } catch (UnknownHostException e) {
        // A name that does not resolve shows in what is counted, too.
        return;
      }
    }
  }

  private String report(List<Long> nanos, long beganMillis, long endedMillis, long wallNanos) {
    return String.format(
        Locale.ROOT,
        "{\"java\":\"%s\",\"host\":\"%s\",\"names\":\"%s\",\"ttlSeconds\":0,\"runs\":[{"
            + "\"threads\":%d,\"processes\":1,\"lookups\":%d,\"errors\":{%s},"
            + "\"beganMicros\":%d,\"endedMicros\":%d,\"wallNanos\":%d,\"lookupsPerSecond\":%.3f,"
            + "\"p50Micros\":%.3f,\"p99Micros\":%.3f,\"p999Micros\":%s,\"maxMicros\":%.3f,"
            + "\"maxConcurrentCallers\":%d,\"maxConcurrentCallersOfOneName\":%d}]}%n",
        System.getProperty("java.runtime.version"),
        host,
        ownNames ? "per-thread" : "shared",
        threads,
        nanos.size(),
        failed.get() == 0 ? "" : "\"" + UnknownHostException.class.getName() + "\":" + failed,
        beganMillis * 1_000,
        endedMillis * 1_000,
        wallNanos,
        nanos.size() * NANOS_PER_SECOND / wallNanos,
        micros(nanos, 50),
        micros(nanos, 99),
        nanos.size() < ENOUGH_FOR_P999
            ? "null"
            : String.format(Locale.ROOT, "%.3f", micros(nanos, 99.9)),
        micros(nanos, 100),
        mostInside.get(),
        mostInsideOfOneName.get());
  }

  /** The smallest value that so many per cent do not exceed. */
  private static double micros(List<Long> sorted, double percent) {
    int rank = (int) Math.ceil(sorted.size() * percent / 100);
    return sorted.get(Math.max(rank, 1) - 1) / NANOS_PER_MICRO;
  }

  /** Those that wait for a lock inside the resolver are inside it. */
  private void lookUp(Resolver resolver, String name) {
    AtomicInteger ofName = insideByName.computeIfAbsent(name, n -> new AtomicInteger());
    mostInside.accumulateAndGet(inside.incrementAndGet(), Math::max);
    mostInsideOfOneName.accumulateAndGet(ofName.incrementAndGet(), Math::max);
    try {
      resolver.resolve(name);
    } catch (UnknownHostException e) {
      failed.incrementAndGet();
    } finally {
      ofName.decrementAndGet();
      inside.decrementAndGet();
    }
  }

  private static String word(
      Map<String, String> given, String option, String form, String expected) {
    String value = given.getOrDefault(option, "");
    if (!value.matches(form)) {
      throw new IllegalArgumentException(option + ": found '" + value + "', expected " + expected);
    }
    return value;
  }

  private static int number(Map<String, String> given, String option, int least) {
    String value = word(given, option, "\\d{1,8}", "a number of at most 8 digits");
    if (Integer.parseInt(value) < least) {
      throw new IllegalArgumentException(
          option + ": found " + value + ", expected " + least + " or more");
    }
    return Integer.parseInt(value);
  }

  private final class Worker extends Thread {
    private final String lookedUp;
    private final int share;
    private final Resolver resolver;
    private final CountDownLatch ready;
    private final CountDownLatch go;
    private final List<Long> nanos;

    Worker(int number, int share, Resolver resolver, CountDownLatch ready, CountDownLatch go) {
      super("lookup-" + number);
      this.lookedUp = ownNames ? "w" + number + "." + host : host;
      this.share = share;
      this.resolver = resolver;
      this.ready = ready;
      this.go = go;
      this.nanos = new ArrayList<>(share);
    }

    @Override
    public void run() {
      ready.countDown();
      try {
        go.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      for (int i = 0; i < share; i++) {
        long begin = System.nanoTime();
        lookUp(resolver, lookedUp);
        nanos.add(System.nanoTime() - begin);
      }
    }
  }
}
