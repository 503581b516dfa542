package dev.faultlab.machine;

import dev.faultlab.text.Escape;
import java.time.Duration;
import java.util.function.Supplier;

/** One step on the console: its title, its progress, and their text. */
final class ConsoleStep implements Progress.Step {
  private static final int BAR_WIDTH = 20;

  private final ConsoleProgress console;
  private final String title;
  private final long startNanos;
  private volatile int total;
  private volatile int done;
  private volatile String what = "";
  private volatile Supplier<String> left = () -> "";

  ConsoleStep(ConsoleProgress console, String title, int total, long startNanos) {
    this.console = console;
    this.title = title;
    this.total = total;
    this.startNanos = startNanos;
  }

  @Override
  public void advance(String part) {
    synchronized (console) {
      done++;
      what = part;
      console.changed(this, true);
    }
  }

  @Override
  public void total(int parts) {
    total = parts;
  }

  @Override
  public void note(String now) {
    what = now.strip();
    console.changed(this, false);
  }

  @Override
  public void left(Supplier<String> words) {
    left = words;
  }

  @Override
  public void close() {
    console.ended(this);
  }

  /**
   * {@code trials [#####---------------] 4/16 2:15, about 7 min left netty #1}, cut to the width.
   */
  String line(int width) {
    StringBuilder line = new StringBuilder(title);
    int parts = total;
    if (parts > 0) {
      int filled = Math.min(BAR_WIDTH, BAR_WIDTH * done / parts);
      line.append(" [").append("#".repeat(filled)).append("-".repeat(BAR_WIDTH - filled));
      line.append("] ").append(done).append('/').append(parts);
    }
    line.append(' ').append(clock());
    String rest = left.get();
    if (!rest.isEmpty()) {
      line.append(", ").append(rest);
    }
    if (!what.isEmpty()) {
      line.append("  ").append(printable(what));
    }
    return cut(Escape.line(line.toString()), width);
  }

  static String cut(String line, int width) {
    return line.length() <= width ? line : line.substring(0, width);
  }

  String closing() {
    return Escape.line(title) + " (" + clock() + ")";
  }

  private String clock() {
    Duration elapsed = Duration.ofNanos(System.nanoTime() - startNanos);
    return "%d:%02d".formatted(elapsed.toMinutes(), elapsed.toSecondsPart());
  }

  /** The text without the colours and cursor movements that builds print. */
  private static String printable(String text) {
    return text.replaceAll("\u001B\\[[0-9;?]*[A-Za-z]", "").replaceAll("\\p{Cntrl}", " ");
  }
}
