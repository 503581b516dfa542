package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.DnsExchange.Answer;
import dev.faultlab.capture.DnsExchange.Origin;
import dev.faultlab.capture.dns.DnsEvents;
import java.util.HashSet;
import java.util.Set;

/**
 * The lookups of one name by one client, as the DNS detectors need them, in constant memory. Counts
 * the record type that was asked first, because a lookup asks each type once.
 */
final class NameWatch implements DnsEvents.NameEvents {
  private final NameTraffic traffic;
  final Address client;
  final String name;
  final SerialWatch serial = new SerialWatch();
  final BurstWatch bursts = new BurstWatch();
  final ReuseWatch reuse = new ReuseWatch();

  /**
   * Whether another host in the capture connects to an address of the name: one with its own
   * resolver, or over another version of IP.
   */
  boolean connectedByOthers;

  /**
   * Whether the client looks up another name with the same address, so that a use may belong to
   * either.
   */
  boolean sharesAddress;

  private int mainType = -1;
  private boolean lookingUp;

  /** Record types with a query under way. */
  private final Set<Integer> unsettled = new HashSet<>(2);

  private final Set<Integer> settledTypes = new HashSet<>(2);

  NameWatch(NameTraffic traffic, Address client, String name) {
    this.traffic = traffic;
    this.client = client;
    this.name = name;
  }

  @Override
  public void opened(int type, Origin origin, long frame, long nanos, int outstanding) {
    if (mainType < 0) {
      mainType = type;
    }
    if (!settledTypes.contains(type)) {
      unsettled.add(type);
    }
    if (type != mainType) {
      return;
    }
    lookingUp = true;
    if (origin == Origin.LOOKUP) {
      serial.opened(frame, nanos, outstanding, traffic.waitingFor(client));
      bursts.opened(frame, nanos, outstanding);
      reuse.opened(frame, nanos);
    }
  }

  @Override
  public void answered(int type, Answer answer) {
    // For any type: of the answers to A and AAAA, one often holds no record.
    reuse.answered(type, answer);
    traffic.answered(this, answer);
  }

  @Override
  public void closed(int type, long nanos, int outstanding) {
    settledTypes.add(type);
    unsettled.remove(type);
    if (unsettled.isEmpty()) {
      reuse.settled(nanos);
    }
    if (type == mainType) {
      lookingUp = outstanding > 0;
      serial.closed(nanos, outstanding);
      bursts.closed(nanos);
    }
  }

  /** The client opens a connection to an address of this name. */
  void connecting(int ttl, long nanos) {
    reuse.connecting(ttl);
    bursts.used(nanos);
    if (lookingUp) {
      serial.overlaps();
    }
  }

  /**
   * The client sends a request to an address of this name.
   *
   * @param first on a connection that was opened in the capture; a kept one may be for another name
   */
  void requestBegins(boolean first) {
    reuse.requests++;
    if (lookingUp && first) {
      serial.overlaps();
    }
  }
}
