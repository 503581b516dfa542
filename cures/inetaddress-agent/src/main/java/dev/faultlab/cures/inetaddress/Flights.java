package dev.faultlab.cures.inetaddress;

import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A cache of zero time: threads that ask for a name share the answer of a lookup that begins after
 * they have asked. So no answer is older than its question, and whatever the number of threads, one
 * lookup of a name is under way and one is awaited. A name is in here only while a caller waits.
 *
 * <p>A thread that has a lookup under way (a flight) looks up everything else by itself. The reason
 * is that a resolver of the program's own (JEP 418; {@code NameService} in JDK 8) may ask for names
 * meanwhile: for the same name, so that its thread would wait for itself, or for one that another
 * thread looks up, which asks for this one in turn. So a thread that waits here waits, directly or
 * through one other, for a thread that does not wait.
 */
final class Flights {

  /** The lookup of a name that is under way, and the one that has not begun. */
  private static final class Turns {
    Flight now;
    Flight next;
  }

  private final Map<String, Turns> names = new HashMap<>();
  private final Set<Thread> flying = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * A {@link Flight} that this thread has to fly and to {@link #land}; an {@link Answer} where
   * another thread has flown; null where this thread looks up for itself alone: that one met a
   * trouble of its own, or this one flies already.
   */
  Object board(String host) {
    Thread me = Thread.currentThread();
    Flight before;
    Flight mine;
    boolean first;
    synchronized (names) {
      if (flying.contains(me)) {
        return null;
      }
      Turns turns = names.get(host);
      if (turns == null) {
        turns = new Turns();
        turns.now = new Flight(host, me);
        names.put(host, turns);
        flying.add(me);
        return turns.now;
      }
      before = turns.now;
      first = turns.next == null;
      if (first) {
        turns.next = new Flight(host, me);
      }
      mine = turns.next;
    }
    if (!first) {
      Answer answer = mine.await();
      return answer.isOfTheName() ? answer : null;
    }
    before.await();
    synchronized (names) {
      Turns turns = names.get(host);
      turns.now = mine;
      turns.next = null;
      flying.add(me);
    }
    return mine;
  }

  void land(Flight flight, Answer answer) {
    synchronized (names) {
      flying.remove(flight.pilot);
      Turns turns = names.get(flight.host);
      if (turns.next == null) {
        names.remove(flight.host);
      }
    }
    flight.land(answer);
  }

  int waitedFor() {
    synchronized (names) {
      return names.size();
    }
  }
}
