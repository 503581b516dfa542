package dev.faultlab.lookup.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The resolvers that are offered as a cure are asked by many threads for one name. */
@Timeout(60)
class ConcurrentResolverTest {
  private static final int THREADS = 16;

  /** Ends only when all threads' queries are outstanding at once: no answer is given before. */
  @ParameterizedTest
  @EnumSource(names = {"NETTY", "DNSJAVA"})
  void asManyQueriesOfOneNameAreOutstandingAsThreadsAsk(ResolverKind kind) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (HoldingDns dns = new HoldingDns(true);
        NameResolver resolver = kind.open(Optional.of(dns.address()))) {
      LookupTally tally = new LookupTally();
      List<Future<InetAddress>> lookups = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        lookups.add(threads.submit(() -> tally.resolve(resolver, "backend.lab")));
      }
      assertThat(dns.awaitHeld(THREADS)).containsOnly("backend.lab");
      assertThat(tally.counts()).isEqualTo(new LookupTally.Counts(16, 0, 0, 16, 16, 16));

      dns.release();
      for (Future<InetAddress> lookup : lookups) {
        assertThat(lookup.get().getHostAddress()).isEqualTo("127.0.0.1");
      }
      assertThat(tally.counts()).isEqualTo(new LookupTally.Counts(16, 16, 0, 0, 16, 16));
    } finally {
      threads.shutdownNow();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"NETTY", "DNSJAVA"})
  void nothingIsCached(ResolverKind kind) throws Exception {
    try (HoldingDns dns = new HoldingDns(false);
        NameResolver resolver = kind.open(Optional.of(dns.address()))) {
      for (int i = 0; i < 3; i++) {
        resolver.resolve("backend.lab");
      }
      assertThat(dns.names()).containsExactly("backend.lab", "backend.lab", "backend.lab");
    }
  }

  @ParameterizedTest
  @EnumSource(ResolverKind.class)
  void aNameThatDoesNotExistIsAnUnknownHost(ResolverKind kind) throws Exception {
    try (HoldingDns dns = new HoldingDns(false);
        NameResolver resolver = kind.open(Optional.of(dns.address()))) {
      // RFC 2606: .invalid never exists; the test server does not know that, so ask for a name
      // that cannot be written into a query.
      String name = "a".repeat(64) + ".invalid";
      assertThatThrownBy(() -> resolver.resolve(name)).isInstanceOf(UnknownHostException.class);
    }
  }
}
