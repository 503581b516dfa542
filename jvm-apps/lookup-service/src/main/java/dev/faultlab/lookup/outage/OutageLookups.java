package dev.faultlab.lookup.outage;

import dev.faultlab.lookup.Environment;
import dev.faultlab.lookup.Main;
import dev.faultlab.lookup.Options;
import dev.faultlab.lookup.resolve.AddressCache;
import dev.faultlab.lookup.resolve.HostName;
import dev.faultlab.lookup.resolve.NameResolver;
import dev.faultlab.lookup.resolve.ResolverKind;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/**
 * A name server that fails for a moment fails for ten seconds, seen from a JVM.
 *
 * <p>{@link java.net.InetAddress} remembers that a lookup failed, whatever the failure was, for
 * {@code networkaddress.cache.negative.ttl} seconds, and throws meanwhile without asking ({@code
 * InetAddress$CachedAddresses.get}, from JDK 21 on {@code CachedLookup.get}, where there are no
 * addresses). The file java.security sets that to 10, so it is on where the cache for addresses is
 * off ({@code networkaddress.cache.ttl=0}). {@code -Dsun.net.inetaddr.negative.ttl} is not read
 * while the security property is set.
 *
 * <p>The name server has NAME from a file that this program writes ({@link Outage}).
 *
 * <pre>{@code
 * wrong   java -jar lookup-service.jar outage --host svc.outage.lab
 * wrong   java -Dsun.net.inetaddr.negative.ttl=0 -jar lookup-service.jar outage --host svc.outage.lab
 * right   LOOKUP_NEGATIVE_TTL=0 java -jar lookup-service.jar outage --host svc.outage.lab
 * }</pre>
 *
 * <p>What to see: of ten lookups after the name server answered, how many failed.
 */
@Command(
    name = "outage",
    description = "Look a name up while its server fails, and when it answers again.",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    exitCodeOnInvalidInput = Main.USAGE)
public final class OutageLookups implements Callable<Integer> {
  private static final JsonMapper JSON = new JsonMapper();

  @Option(
      names = "--host",
      required = true,
      paramLabel = "NAME",
      description = "Name that fails and comes back.")
  private HostName host;

  @Option(
      names = "--asked",
      paramLabel = "NAME",
      description = "Name that is looked up while the name server fails. Default: that of --host.")
  private Optional<HostName> asked = Optional.empty();

  @Option(
      names = "--lookups",
      defaultValue = "10",
      paramLabel = "L",
      description = "Lookups after the name server answered.")
  private int lookups;

  @Option(
      names = "--hosts",
      defaultValue = "/evidence/hosts",
      paramLabel = "FILE",
      description = "The name server reads the name from there.")
  private Path hosts;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the result there as JSON.")
  private Optional<Path> json = Optional.empty();

  @Spec private CommandSpec spec;

  private final AddressCache cache;
  private final Optional<InetSocketAddress> nameserver;

  private OutageLookups(Environment environment) {
    cache = AddressCache.from(environment);
    nameserver = environment.nameserver("LOOKUP_NAMESERVER");
  }

  /**
   * Returns the exit status: 0 done, 1 the program itself failed, 64 wrong usage.
   *
   * @param environment LOOKUP_TTL, LOOKUP_NEGATIVE_TTL and LOOKUP_STALE_TTL of InetAddress' cache;
   *     LOOKUP_NAMESERVER, which is asked past InetAddress
   * @throws IllegalArgumentException naming the variable that is wrong
   */
  public static int run(Environment environment, String[] arguments) {
    return new CommandLine(new OutageLookups(environment))
        .registerConverter(HostName.class, Options.converter(HostName::new))
        .execute(arguments);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    try {
      Options.within("--lookups", lookups, 1, Integer.MAX_VALUE);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    // Before the first lookup: InetAddress reads its policy once.
    cache.apply();
    try (NameResolver resolver = ResolverKind.INETADDRESS.open(Optional.empty());
        NameResolver server = ResolverKind.DNSJAVA.open(nameserver)) {
      OutageReport report =
          new Outage(host, asked.orElse(host), lookups, hosts, resolver, server, Pace.REAL).run();
      System.out.printf(
          Locale.ROOT,
          "JDK %s: of %d lookups of %s after the name server answered, %d failed; the first that"
              + " did not came %.1f s after it%n",
          report.java(),
          report.after(),
          report.host(),
          report.failed(),
          report.outlivedMillis() / 1_000);
      if (json.isPresent()) {
        Files.writeString(json.get(), JSON.writeValueAsString(report) + "\n");
      }
    }
    return 0;
  }
}
