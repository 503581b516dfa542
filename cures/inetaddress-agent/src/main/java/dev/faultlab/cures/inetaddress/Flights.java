package dev.faultlab.cures.inetaddress;

import java.util.HashMap;
import java.util.Map;

/**
 * A cache of zero time: threads that ask for a name share the answer of a look-up that begins after
 * they have asked. So no answer is older than its question, and whatever the number of threads, one
 * look-up of a name is under way and one is awaited. A name is in here only while somebody waits.
 */
final class Flights {

  /** The look-up of a name that is under way, and the one that has not begun. */
  private static final class Turns {
    Flight now;
    Flight next;
  }

  private final Map<String, Turns> names = new HashMap<>();

  /**
   * A {@link Flight} that this thread has to fly and to {@link #land}; an {@link Answer} where
   * another thread has flown; null where that one met a trouble of its own.
   */
  Object board(String host) {
    Flight before;
    Flight mine;
    boolean first;
    synchronized (names) {
      Turns turns = names.get(host);
      if (turns == null) {
        turns = new Turns();
        turns.now = new Flight(host);
        names.put(host, turns);
        return turns.now;
      }
      before = turns.now;
      first = turns.next == null;
      if (first) {
        turns.next = new Flight(host);
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
    }
    return mine;
  }

  void land(Flight flight, Answer answer) {
    synchronized (names) {
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
