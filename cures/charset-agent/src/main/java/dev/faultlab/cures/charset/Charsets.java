package dev.faultlab.cures.charset;

import java.nio.charset.Charset;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What providers have answered, by the name that was asked for, spelling and all.
 *
 * <p>Names that no provider supports are not remembered: a provider may support one later, and
 * {@code Charset} says that there is none when it is asked from inside its own lookup.
 *
 * <p>Bounded: when the young half is full it becomes the old one, whose names come back when they
 * are asked for. So names that are in use stay. A client that invents spellings causes the searches
 * that it caused without the agent, and takes no more memory than {@link #MOST} names.
 *
 * <p>The state is static because code inlined into a class of {@code java.base} can reach nothing
 * but a static member of a class of the boot loader.
 */
public final class Charsets {
  /** Names that are remembered at most. */
  public static final int MOST = 1024;

  /** Longer names are asked for each time: memory is bounded in bytes as well. */
  static final int LONGEST = 128;

  private static final Object TURNING = new Object();
  private static volatile ConcurrentHashMap<String, Charset> young = new ConcurrentHashMap<>();
  private static volatile ConcurrentHashMap<String, Charset> old = new ConcurrentHashMap<>();
  private static volatile boolean enabled;
  private static volatile boolean installed;

  private Charsets() {}

  /** What a provider answered to that name; null where it is not remembered. */
  public static Charset known(String name) {
    if (!enabled || name == null) {
      return null;
    }
    Charset found = young.get(name);
    if (found == null) {
      found = old.get(name);
      if (found != null) {
        keep(name, found);
      }
    }
    return found;
  }

  /** Remembers what a provider has answered. */
  public static void keep(String name, Charset found) {
    if (!enabled || name.length() > LONGEST) {
      return;
    }
    ConcurrentHashMap<String, Charset> filling = young;
    filling.put(name, found);
    if (filling.size() >= MOST / 2) {
      synchronized (TURNING) {
        if (young == filling) {
          old = filling;
          young = new ConcurrentHashMap<>();
        }
      }
    }
  }

  static void enable(boolean on) {
    enabled = on;
    if (!on) {
      forget();
    }
  }

  static void forget() {
    synchronized (TURNING) {
      young = new ConcurrentHashMap<>();
      old = new ConcurrentHashMap<>();
    }
  }

  static int size() {
    return young.size() + old.size();
  }

  static boolean installed() {
    return installed;
  }

  static void markInstalled() {
    installed = true;
  }
}
