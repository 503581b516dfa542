package dev.faultlab.lookup.bare;

import static dev.faultlab.lookup.Options.converter;
import static dev.faultlab.lookup.Options.within;

import dev.faultlab.lookup.Choices;
import dev.faultlab.lookup.Nameserver;
import dev.faultlab.lookup.resolve.AddressCache;
import dev.faultlab.lookup.resolve.HostName;
import dev.faultlab.lookup.resolve.Names;
import dev.faultlab.lookup.resolve.ResolverKind;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The options of {@link BareLookups}. */
final class BareOptions {
  private static final int MOST_THREADS = 1_024;
  private static final int MOST_PROCESSES = 64;
  private static final int LONGEST_CALL_MILLIS = 60_000;

  @Option(names = "--host", required = true, paramLabel = "NAME", description = "Name to look up.")
  HostName host;

  @Option(
      names = "--threads",
      split = ",",
      paramLabel = "N",
      description = "Threads, one round for each number. Default: 1,2,8,32.")
  private List<Integer> threads = List.of();

  @Option(
      names = "--thread-kind",
      defaultValue = "platform",
      paramLabel = "WORD",
      description = "platform or virtual; virtual threads from JDK 21 on.")
  ThreadKind threadKind;

  @Option(
      names = "--own-lock",
      defaultValue = "none",
      paramLabel = "WORD",
      description = "none, fair or unfair: a lock that a thread holds while it looks up.")
  OwnLock ownLock;

  @Option(
      names = "--lookups",
      defaultValue = "2000",
      paramLabel = "L",
      description = "Lookups of a round, over all threads; the article's program does 84000.")
  int lookups;

  @Option(
      names = "--names",
      defaultValue = "shared",
      paramLabel = "WORD",
      description = "shared: all look NAME up; per-thread: thread k looks w<k>.NAME up.")
  Names names;

  @Option(
      names = "--resolver",
      defaultValue = "inetaddress",
      paramLabel = "WORD",
      description = "inetaddress, netty or dnsjava.")
  ResolverKind resolver;

  @Option(
      names = "--ttl",
      defaultValue = "0",
      paramLabel = "SECONDS",
      description = "Cache of InetAddress: 0 off, -1 for ever.")
  int ttl;

  @Option(
      names = "--call",
      defaultValue = "0",
      paramLabel = "MILLIS",
      description = "A thread waits so long after each lookup, as for the call that it is for.")
  int callMillis;

  @Option(
      names = "--processes",
      defaultValue = "1",
      paramLabel = "P",
      description = "Use P JVMs with one thread each instead of threads.")
  int processes;

  @Option(
      names = "--nameserver",
      paramLabel = "ADDRESS:PORT",
      description = "For netty and dnsjava, instead of the one in /etc/resolv.conf.")
  Optional<InetSocketAddress> nameserver = Optional.empty();

  @Option(
      names = "--warm-up",
      defaultValue = "20",
      paramLabel = "L",
      description = "Lookups of NAME by one thread before each round, not counted.")
  int warmUp;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the results there as JSON.")
  Optional<Path> json = Optional.empty();

  @Option(
      names = "--flame-graph",
      paramLabel = "FILE.html",
      description = {
        "Profile the looking-up threads by wall clock; FILE.collapsed has the stacks.",
        "With several rounds the number of threads is put into the name: FILE-8.html."
      })
  private Optional<Path> flameGraph = Optional.empty();

  /** Started by another process of this program, which says when to begin. */
  @Option(names = "--child", hidden = true)
  boolean child;

  static void registerConverters(CommandLine command) {
    command.registerConverter(HostName.class, converter(HostName::new));
    command.registerConverter(Names.class, converter(w -> Choices.choose(Names.class, w)));
    command.registerConverter(
        ResolverKind.class, converter(w -> Choices.choose(ResolverKind.class, w)));
    command.registerConverter(
        ThreadKind.class, converter(w -> Choices.choose(ThreadKind.class, w)));
    command.registerConverter(OwnLock.class, converter(w -> Choices.choose(OwnLock.class, w)));
    command.registerConverter(InetSocketAddress.class, converter(Nameserver::parse));
  }

  /**
   * @throws IllegalArgumentException where values do not go together or are out of range
   */
  void validate() {
    within("--processes", processes, 1, MOST_PROCESSES);
    within("--ttl", ttl, AddressCache.FOREVER, AddressCache.LONGEST);
    within("--call", callMillis, 0, LONGEST_CALL_MILLIS);
    within("--warm-up", warmUp, 0, Integer.MAX_VALUE);
    threads().forEach(n -> within("--threads", n, 1, MOST_THREADS));
    int workers =
        Math.max(processes, threads().stream().mapToInt(Integer::intValue).max().orElse(1));
    within("--lookups", lookups, workers, Integer.MAX_VALUE);
    if (processes > 1 && !threads().equals(List.of(1))) {
      throw new IllegalArgumentException(
          "found --processes with --threads "
              + threads
              + ", expected 1 or none: each process has one thread");
    }
    if (processes > 1 && flameGraph.isPresent()) {
      throw new IllegalArgumentException(
          "found --processes with --flame-graph, expected one of them: a profile is of one JVM");
    }
    if (ownLock != OwnLock.NONE && processes > 1) {
      throw new IllegalArgumentException(
          "found --own-lock with --processes, expected one of them: a lock is of one JVM");
    }
    if (threadKind == ThreadKind.VIRTUAL && (processes > 1 || flameGraph.isPresent())) {
      throw new IllegalArgumentException(
          "found --thread-kind virtual with --processes or --flame-graph, expected neither");
    }
    if (threadKind == ThreadKind.VIRTUAL
        && Runtime.version().feature() < ThreadKind.FIRST_VIRTUAL) {
      throw new IllegalArgumentException(
          "--thread-kind virtual: found JDK "
              + Runtime.version().feature()
              + ", expected "
              + ThreadKind.FIRST_VIRTUAL
              + " or later");
    }
    flameGraph.ifPresent(FlameGraph::requireHtml);
  }

  List<Integer> threads() {
    if (!threads.isEmpty()) {
      return threads;
    }
    return processes > 1 ? List.of(1) : List.of(1, 2, 8, 32);
  }

  AddressCache cache() {
    return new AddressCache(ttl, OptionalInt.empty(), OptionalInt.empty());
  }

  /** The file of one round. */
  Optional<Path> flameGraph(int ofThreads) {
    return flameGraph.map(
        file -> threads().size() == 1 ? file : FlameGraph.withThreads(file, ofThreads));
  }
}
