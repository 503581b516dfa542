package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.ExposureCounts;
import dev.faultlab.seen.ExposureCounts.DecidingCount;
import dev.faultlab.seen.Rounds;
import dev.faultlab.seen.State;
import dev.faultlab.testcontainers.condition.NetworkCondition.Running;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** A running condition that counts by rules in the router and at the name server. */
abstract class CountedRun implements Running {
  final Testbed bed;
  final Rules router;
  final Rules names;
  final List<String> clients = new ArrayList<>();
  private final Traffic traffic;
  Map<String, Long> before = Map.of();
  Map<String, Long> now = Map.of();
  private boolean zoneChanged;
  private boolean closed;

  CountedRun(Testbed bed) {
    this.bed = bed;
    this.router = new Rules(bed.parts().router());
    this.names = new Rules(bed.parts().nameServer());
    this.traffic = new Traffic(bed, router);
  }

  /** Adds the rules that count a client, besides its {@link #traffic}. */
  void count(String client) {}

  /** Puts the condition into force. */
  abstract void begin();

  /** The exposure of a client, from counters that have just been read. */
  abstract ExposureCounts exposure(String client, Rounds rounds, Traffic.Counts sent);

  @Override
  public void watch(List<String> added) {
    traffic.watch(added);
    clients.addAll(added);
    added.forEach(this::count);
  }

  @Override
  public final Traffic traffic() {
    return traffic;
  }

  @Override
  public void inject() {
    begin();
    traffic.reset();
    before = packets();
  }

  @Override
  public ExposureCounts exposure(String client, Rounds rounds) {
    now = packets();
    return exposure(client, rounds, traffic.counts(client, now));
  }

  /** Packets that a rule has counted since {@link #inject}. */
  final long since(String label) {
    return now.getOrDefault(label, 0L) - before.getOrDefault(label, 0L);
  }

  /** Packets that a rule has counted which {@link #begin} has added. */
  final long packets(String label) {
    return now.getOrDefault(label, 0L);
  }

  private Map<String, Long> packets() {
    Map<String, Long> packets = new TreeMap<>(router.packets());
    names.packets().forEach((label, count) -> packets.merge(label, count, Long::sum));
    return packets;
  }

  /** Gives all names of upstreams other data, until the end. Returns when the old TTL is over. */
  final void answer(Function<Upstream, String> address, Duration delay, int ttl) {
    zoneChanged = true;
    bed.answer(address, delay, ttl);
    awaitTtl();
  }

  /** Lets answers expire that clients may have kept. */
  static void awaitTtl() {
    Polling.pause(Duration.ofSeconds(Zone.TTL + 1));
  }

  /** An exposure that carries all counters. */
  final ExposureCounts exposure(long exposed, long contact, String reason, String text) {
    return new ExposureCounts(exposed, contact, reason, text, Optional.empty(), now);
  }

  /** The same where the count decides. */
  final ExposureCounts counted(
      State state, long exposed, long affected, String reason, String text) {
    Optional<DecidingCount> decides = Optional.of(new DecidingCount(state, affected));
    return new ExposureCounts(exposed, affected, reason, text, decides, now);
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try (names;
        router) {
      if (zoneChanged) {
        bed.answer(Upstream::front, Duration.ZERO, Zone.TTL);
      }
    }
  }
}
