package dev.faultlab.run;

import dev.faultlab.capture.dns.LiveDns;
import dev.faultlab.capture.packet.CaptureReader;
import dev.faultlab.capture.packet.CaptureScan;
import dev.faultlab.capture.packet.LiveView;
import dev.faultlab.capture.tcp.LiveTcp;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Reads a capture while it grows, and reports at intervals what it shows. */
final class LivePackets {
  static final int PIPE_BYTES = 1 << 18;

  /** More often than this is too fast to read. */
  private static final int TELL_EVERY_MILLIS = 500;

  private final InputStream capture;
  private final Consumer<LiveView.Shown> told;
  private final LiveView view = new LiveView();
  private long framesTold;

  /**
   * @param capture ends when tcpdump does
   * @param told called at most twice a second, and once more at the end
   */
  LivePackets(InputStream capture, Consumer<LiveView.Shown> told) {
    this.capture = capture;
    this.told = told;
  }

  void start() {
    Thread reader = new Thread(this::read, "live-packets");
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    ScheduledExecutorService clock =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, "live-packets-clock");
              thread.setDaemon(true);
              return thread;
            });
    clock.scheduleWithFixedDelay(
        this::tell, TELL_EVERY_MILLIS, TELL_EVERY_MILLIS, TimeUnit.MILLISECONDS);
    try (CaptureReader reader = CaptureReader.of(capture)) {
      CaptureScan.run(reader, List.of(view, new LiveTcp(view), new LiveDns(view)));
    } catch (IOException e) {
      // The evidence is read from the file; this failure only ends the live view.
    } finally {
      clock.shutdown();
      tell();
    }
  }

  private synchronized void tell() {
    LiveView.Shown shown = view.shown();
    if (shown.frames() != framesTold) {
      framesTold = shown.frames();
      told.accept(shown);
    }
  }
}
