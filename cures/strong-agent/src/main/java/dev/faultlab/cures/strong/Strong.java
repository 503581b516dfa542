package dev.faultlab.cures.strong;

import java.security.SecureRandom;

/**
 * What {@code SecureRandom.getInstanceStrong} calls first.
 *
 * <p>The state is static because code inlined into a class of {@code java.base} can reach nothing
 * but a static member of a class of the boot loader.
 */
public final class Strong {
  private static volatile Generators generators;
  private static volatile boolean enabled;
  private static volatile boolean installed;

  private Strong() {}

  /** A generator for the caller alone; null where the JDK is to give its own. */
  public static SecureRandom instance() {
    return enabled ? generators.next() : null;
  }

  static void set(Generators seeded) {
    generators = seeded;
  }

  static void enable(boolean on) {
    enabled = on;
  }

  static boolean installed() {
    return installed;
  }

  static void markInstalled() {
    installed = true;
  }
}
