package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.ClientSeen;
import dev.faultlab.testcontainers.condition.Rules.Rule;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * A fail-over: the upstream's name gets another address. Counts requests to each address after the
 * old answer's TTL is over. New connections to the old address come from a lookup that is kept too
 * long (<i>stale-address</i>); requests without a new connection use one that is kept
 * (<i>kept-connection</i>).
 *
 * @param oldSilent whether the old address drops everything afterwards; otherwise both work
 * @param grace time beyond the TTL of 5 s, for a service that is known to keep addresses longer
 */
public record AddressFlip(boolean oldSilent, Duration grace) implements NetworkCondition {

  @Override
  public About about() {
    return new About(
        "address-flip",
        "gives the name of the upstream another address"
            + (oldSilent ? "; the old one becomes silent" : "; the old one still works"),
        URI.create(
            "https://docs.aws.amazon.com/sdk-for-java/latest/developer-guide/jvm-ttl-dns.html"),
        "let each request cause a call: a cache in the service may answer instead",
        Canary.that("looks the name up once and for ever", "lookup=once"),
        Canary.that("looks the name up for each connection", "lookup=each"));
  }

  @Override
  public Running start(Testbed bed) {
    return new CountedRun(bed) {
      @Override
      void begin() {
        for (String old : oldSilent ? bed.fronts() : List.<String>of()) {
          for (String client : clients) {
            String sent = "-s " + client + " -d " + old + " -p tcp";
            router.add(Rule.drop("mangle PREROUTING", sent, "dropped:" + client));
          }
        }
        answer(Upstream::spare, Duration.ZERO, Zone.TTL);
        Polling.pause(grace);
      }

      @Override
      public long exposure(String client) {
        return traffic.counts(client).all() + traffic.counts(client).opened();
      }

      @Override
      public boolean proven(String client, int requests) {
        return oldSilent && traffic.counts(client).opened() >= requests;
      }

      @Override
      public ClientSeen observe(String client, Answers answers) {
        Traffic.Counts seen = traffic.counts(client);
        String reason = seen.opened() > 0 ? "stale-address" : "kept-connection";
        String text =
            "after the TTL: %d requests and %d new connections to the old address, %d and %d to the new one"
                .formatted(seen.calls(), seen.opened(), seen.spareCalls(), seen.spareOpened());
        long stale = Math.max(seen.calls(), seen.opened());
        return observed(
            exposure(client),
            stale,
            answers.asked(),
            stale > 0 ? reason : "follows-the-name",
            text);
      }
    };
  }
}
