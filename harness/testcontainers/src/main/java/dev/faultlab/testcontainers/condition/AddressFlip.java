package dev.faultlab.testcontainers.condition;

import static dev.faultlab.testcontainers.condition.OpenConnections.RESET;

import dev.faultlab.seen.ExposureCounts;
import dev.faultlab.seen.Rounds;
import dev.faultlab.seen.State;
import dev.faultlab.testcontainers.condition.Rules.Rule;
import java.time.Duration;

/**
 * A fail-over: the upstream's name gets another address. New connections to the old address come
 * from a lookup that is kept too long (<i>stale-address</i>); data on an old connection uses one
 * that is kept (<i>kept-connection</i>). While the old address works, only the former is a fault.
 *
 * @param old what the old address does afterwards
 * @param grace time beyond the TTL of 5 s, for a service that is known to keep addresses longer
 */
public record AddressFlip(Old old, Duration grace) implements NetworkCondition {

  /** What an old address does. */
  public enum Old {
    /** It works as before. */
    ALIVE("still works"),
    /** It drops everything. */
    SILENT("becomes silent"),
    /** It answers new connections with a reset; those that are open work as before. */
    REFUSES("refuses new connections"),
    /** It answers everything with a reset. */
    RESETS("resets all connections");

    private final String words;

    Old(String words) {
      this.words = words;
    }
  }

  @Override
  public About about() {
    return About.of("address-flip", old.words);
  }

  @Override
  public boolean counts() {
    return old == Old.ALIVE;
  }

  @Override
  public long seconds() {
    return Zone.TTL + grace.toSeconds();
  }

  @Override
  public Running start(Testbed bed) {
    return new CountedRun(bed) {
      @Override
      void begin() {
        for (String address : bed.fronts()) {
          clients.forEach(client -> router.add(rules(client, address)));
        }
        answer(Upstream::spare, Duration.ZERO, Zone.TTL);
        Polling.pause(grace);
      }

      @Override
      ExposureCounts exposure(String client, Rounds rounds, Traffic.Counts sent) {
        boolean stale = sent.opened() > 0;
        boolean oldConnection = sent.calls() > 0 && !stale;
        String reason =
            stale ? "stale-address" : oldConnection ? "kept-connection" : "follows-the-name";
        String text =
            "after the TTL %d new connections to the old address, %d to the new one; %d and %d segments of data"
                .formatted(sent.opened(), sent.spareOpened(), sent.calls(), sent.spareCalls());
        if (counts()) {
          State state = stale ? State.PRESENT : State.ABSENT;
          return counted(
              state, sent.connections(), Math.min(sent.opened(), rounds.asked()), reason, text);
        }
        boolean onlyNewCount = old == Old.REFUSES;
        long exposed = sent.connections() + (onlyNewCount ? 0 : sent.total());
        return exposure(exposed, sent.opened() + (onlyNewCount ? 0 : sent.calls()), reason, text);
      }
    };
  }

  private Rule[] rules(String client, String address) {
    String connection = " -p tcp -m conntrack --ctorigdst " + address;
    String sent = "-s " + client + connection;
    return switch (old) {
      case ALIVE -> new Rule[0];
      case SILENT ->
          new Rule[] {
            Rule.drop("mangle FORWARD", sent, "dropped:" + client),
            Rule.drop("mangle FORWARD", "-d " + client + connection, "unanswered:" + client)
          };
      case REFUSES ->
          new Rule[] {
            new Rule("filter FORWARD", sent + " --ctstate NEW", RESET, "refused:" + client)
          };
      case RESETS -> new Rule[] {new Rule("filter FORWARD", sent, RESET, "reset:" + client)};
    };
  }
}
