package dev.faultlab.cures.inetaddress;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What the changed classes of the JDK call.
 *
 * <p>The state is static because code inlined into a class of {@code java.base} can reach nothing
 * but a static member of a class of the boot loader.
 */
public final class Lookups {
  /** {@code InetAddressCachePolicy.NEVER}: nothing is cached, so nothing needs the lock. */
  static final int NEVER = 0;

  private static final Flights FLIGHTS = new Flights();
  private static volatile boolean enabled;
  private static volatile boolean merge;
  private static volatile boolean installed;

  private Lookups() {}

  /**
   * What a thread synchronizes on during a lookup, up to JDK 20: the object that all who ask for
   * the name share, or one of its own.
   *
   * @param policy seconds that an address is cached
   */
  public static Object monitor(Object shared, int policy) {
    return enabled && policy == NEVER ? new Object() : shared;
  }

  /**
   * Takes the lock that all who ask for the name share, or none: from JDK 21 on.
   *
   * @param policy seconds that an address is cached
   */
  public static void lock(ReentrantLock shared, int policy) {
    if (!enabled || policy != NEVER) {
      shared.lock();
    }
  }

  /** Gives it back where it was taken. */
  public static void unlock(ReentrantLock shared) {
    if (shared.isHeldByCurrentThread()) {
      shared.unlock();
    }
  }

  /**
   * Before the name service is asked.
   *
   * @param asked whom the caller wants first in the answer; null where that does not matter
   * @return an {@link Answer} that spares this thread the lookup; a {@link Flight} that others wait
   *     for; null for a lookup of its own that no caller waits for
   */
  public static Object enter(String host, Object asked) {
    return enabled && merge && asked == null ? FLIGHTS.board(host) : null;
  }

  /** After the lookup that {@link #enter} let begin. */
  public static void leave(Object turn, InetAddress[] addresses, Throwable failure) {
    if (turn instanceof Flight) {
      FLIGHTS.land((Flight) turn, new Answer(addresses, failure));
    }
  }

  static void warmUp() {
    String nobody = "faultlab.invalid";
    leave(FLIGHTS.board(nobody), new InetAddress[0], new UnknownHostException(nobody));
    ReentrantLock lock = new ReentrantLock();
    lock(lock, NEVER);
    unlock(lock);
  }

  static void set(boolean on, boolean merging) {
    merge = merging;
    enabled = on;
  }

  static boolean installed() {
    return installed;
  }

  static void markInstalled() {
    installed = true;
  }
}
