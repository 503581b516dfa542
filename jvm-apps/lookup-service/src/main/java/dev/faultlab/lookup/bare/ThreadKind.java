package dev.faultlab.lookup.bare;

import java.util.Locale;

/** The threads that look up; the constant in lower case is its name in settings. */
enum ThreadKind {
  PLATFORM,
  /** JDK 21 and later. */
  VIRTUAL;

  /** The first JDK whose virtual threads are no preview. */
  static final int FIRST_VIRTUAL = 21;

  /**
   * Starts a thread.
   *
   * @param name which a virtual thread does not get
   */
  Thread start(String name, Runnable work) {
    if (this == VIRTUAL) {
      return startVirtual(work);
    }
    Thread thread = new Thread(work, name);
    thread.start();
    return thread;
  }

  /** By name: the method does not exist on JDK 17, which this program has to run on as well. */
  private static Thread startVirtual(Runnable work) {
    try {
      return (Thread)
          Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JDK has no virtual threads", e);
    }
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
