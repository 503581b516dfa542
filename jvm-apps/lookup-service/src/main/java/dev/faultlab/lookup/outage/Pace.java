package dev.faultlab.lookup.outage;

import java.time.Duration;

/** The clock that lookups go by. */
interface Pace {
  Pace REAL =
      new Pace() {
        @Override
        public long nanoTime() {
          return System.nanoTime();
        }

        @Override
        public void pause(Duration duration) throws InterruptedException {
          Thread.sleep(duration.toMillis());
        }
      };

  /** Nanoseconds, as of {@link System#nanoTime()}, which InetAddress' cache goes by as well. */
  long nanoTime();

  void pause(Duration duration) throws InterruptedException;
}
