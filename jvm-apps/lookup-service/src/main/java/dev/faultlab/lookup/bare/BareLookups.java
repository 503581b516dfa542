package dev.faultlab.lookup.bare;

import dev.faultlab.lookup.Main;
import dev.faultlab.lookup.resolve.NameResolver;
import dev.faultlab.lookup.resolve.SystemResolver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Threads that should look up at once, and take turns.
 *
 * <p>A program splits 84,000 lookups of one host name over N threads ("Java InetAddress DNS 질의 성능
 * 문제"). Each lookup waits for a DNS server, so eight threads should do eight times the work of one.
 * They do not, when the cache of InetAddress is off ({@code networkaddress.cache.ttl=0}): {@code
 * InetAddress$NameServiceAddresses.get} holds a lock per host name while it asks, so at most one
 * lookup of a name is outstanding, whatever the number of threads, and lookups per second stay
 * below 1 / latency of the DNS. Threads make the tail worse, too: one that wakes with the lock may
 * find another thread's object in the cache, and has to queue again, inside its own call.
 *
 * <p>The wrong way, and four right ones, all with the same loop ({@link Round}):
 *
 * <pre>{@code
 * wrong   --resolver inetaddress --ttl 0 --names shared       one lock for all threads
 * right   --ttl 30                                            a cache: one query for 30 s
 * right   --resolver netty                                    no InetAddress, no lock (or dnsjava)
 * right   --processes 8                                       a lock per process
 * (right) --names per-thread                                  a lock per name: shows that it is the lock
 * }</pre>
 *
 * <h2>How to run this</h2>
 *
 * <pre>{@code
 * java -jar lookup-service.jar bare --host backend.d10.lab --threads 1,2,8,32
 * java -jar lookup-service.jar bare --host backend.d10.lab --threads 8 --resolver netty
 * java -javaagent:depth-agent.jar -jar lookup-service.jar bare --host ... --json out.json
 * }</pre>
 *
 * <p>What to see: lookups per second do not grow with threads in the first line, and do in the
 * second; with the agent, nested calls are zero at 1 thread and not zero from 2 on.
 *
 * <p>{@code --call} is the rest of a request: a thread waits that long after each lookup. As long
 * as the lookups of all other threads take longer than that, one of them always has the lock, and
 * lookups per second stay what one at a time gives.
 *
 * <p>Latencies are those of single lookups as their thread sees them (a closed loop): they say how
 * long a lookup takes under this load, not how long a request waits at a given arrival rate.
 */
@Command(
    name = "bare",
    description = "Look one name up from many threads, and count.",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = Main.USAGE)
public final class BareLookups implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private BareOptions options;

  private BareLookups() {}

  /** Returns the exit status: 0 done, 1 the program itself failed, 64 wrong usage. */
  public static int run(String[] arguments) {
    CommandLine command = new CommandLine(new BareLookups());
    BareOptions.registerConverters(command);
    return command.execute(arguments);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    try {
      options.validate();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    // Before the first lookup: InetAddress reads its policy once.
    options.cache().apply();
    List<RoundResult> rounds = options.processes > 1 ? processes() : threads();
    BareReport report =
        new BareReport(
            System.getProperty("java.runtime.version"),
            SystemResolver.name(),
            options.resolver.toString(),
            options.host.toString(),
            options.names.toString(),
            options.ttl,
            options.callMillis,
            options.threadKind.toString(),
            rounds);
    if (options.child) {
      ChildProtocol.answer(report);
    } else {
      report.print(System.out);
    }
    if (options.json.isPresent()) {
      report.write(options.json.get());
    }
    return 0;
  }

  private List<RoundResult> threads() throws IOException, InterruptedException {
    List<RoundResult> results = new ArrayList<>();
    try (NameResolver resolver = options.resolver.open(options.nameserver)) {
      for (int threads : options.threads()) {
        results.add(new Round(options, resolver, threads).run());
      }
    }
    return results;
  }

  private List<RoundResult> processes() throws IOException, InterruptedException {
    return List.of(new Processes(options).run());
  }
}
