package dev.faultlab.machine;

import dev.faultlab.text.Escape;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * {@link Progress} for people: {@link Style} decides between a bar and lines. A nested step takes
 * over the line until it is closed.
 */
public final class ConsoleProgress implements Progress, AutoCloseable {

  /** How progress looks. */
  public enum Style {
    /** One line that is redrawn. */
    BAR(Duration.ofMillis(200)),
    /** A line per event, and one at intervals as a sign of life. */
    LINES(Duration.ofSeconds(20));

    private final Duration tick;

    Style(Duration tick) {
      this.tick = tick;
    }

    /**
     * The launcher sets FAULTLAB_TTY if standard error is a terminal: before JDK 22 a Java program
     * cannot ask.
     */
    public static Style of(Map<String, String> environment) {
      return "1".equals(environment.get("FAULTLAB_TTY")) ? BAR : LINES;
    }
  }

  /** The line of the bar and all lines below it. */
  private static final String ERASE_BELOW = "\r\033[J";

  private static final int BAR_WIDTH = 20;

  private final PrintStream out;
  private final Style style;
  private final int columns;
  private final Deque<ConsoleStep> active = new ArrayDeque<>();
  private boolean ended;
  private Supplier<List<String>> below = List::of;

  /** Starts with the first step: most commands have none. */
  private Optional<ScheduledExecutorService> ticker = Optional.empty();

  /**
   * @param columns width of the terminal; longer lines are cut, because they could not be redrawn
   */
  public ConsoleProgress(PrintStream out, Style style, int columns) {
    this.out = out;
    this.style = style;
    this.columns = columns;
  }

  private ScheduledExecutorService newTicker() {
    ScheduledExecutorService ticking =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "progress");
              thread.setDaemon(true);
              return thread;
            });
    ticking.scheduleWithFixedDelay(
        this::tick, style.tick.toMillis(), style.tick.toMillis(), TimeUnit.MILLISECONDS);
    return ticking;
  }

  public static ConsoleProgress of(PrintStream out, Map<String, String> environment) {
    int columns = 80;
    String columnsText = environment.getOrDefault("COLUMNS", "");
    if (columnsText.matches("[1-9][0-9]{1,3}")) {
      columns = Integer.parseInt(columnsText);
    }
    return new ConsoleProgress(out, Style.of(environment), columns);
  }

  @Override
  public synchronized Step start(String title, int total) {
    ConsoleStep step = new ConsoleStep(title, total);
    if (ended) {
      return step;
    }
    ticker = ticker.or(() -> Optional.of(newTicker()));
    active.push(step);
    if (style == Style.LINES) {
      out.println(Escape.line(title));
    } else {
      draw(step);
    }
    return step;
  }

  @Override
  public synchronized void say(String message) {
    if (ended) {
      return;
    }
    erase();
    out.println(Escape.visible(message));
    redraw();
  }

  @Override
  public synchronized boolean footer(Supplier<List<String>> lines) {
    below = lines;
    redraw();
    return style == Style.BAR;
  }

  private void erase() {
    if (style == Style.BAR) {
      out.print(ERASE_BELOW);
    }
  }

  @Override
  public synchronized void end(String message) {
    active.clear();
    say(message);
    close();
    ended = true;
  }

  /** Ends the drawing thread. */
  @Override
  public synchronized void close() {
    ticker.ifPresent(ScheduledExecutorService::shutdownNow);
  }

  private synchronized void tick() {
    if (!active.isEmpty() && style == Style.LINES) {
      out.println("  " + active.peek().line(Integer.MAX_VALUE));
    }
    redraw();
  }

  private void redraw() {
    if (!active.isEmpty() && style == Style.BAR) {
      draw(active.peek());
    }
  }

  private void draw(ConsoleStep step) {
    // A full last column would move the cursor to the next line.
    StringBuilder text = new StringBuilder(ERASE_BELOW).append(step.line(columns - 1));
    List<String> lines = below.get();
    lines.forEach(line -> text.append('\n').append(clip("  " + Escape.line(line), columns - 1)));
    if (!lines.isEmpty()) {
      text.append("\033[").append(lines.size()).append("A\r");
    }
    out.print(text);
    out.flush();
  }

  private static String clip(String line, int width) {
    return line.length() <= width ? line : line.substring(0, width);
  }

  /** One step on the console; its fields are guarded by the console. */
  private final class ConsoleStep implements Step {
    private final String title;
    private final long startNanos = System.nanoTime();
    private int total;
    private int done;
    private String what = "";
    private Supplier<String> remaining = () -> "";

    ConsoleStep(String title, int total) {
      this.title = title;
      this.total = total;
    }

    @Override
    public void advance(String part) {
      synchronized (ConsoleProgress.this) {
        done++;
        what = part;
        if (style == Style.LINES && !ended) {
          out.println("  " + line(Integer.MAX_VALUE));
        }
        redraw();
      }
    }

    @Override
    public void total(int parts) {
      synchronized (ConsoleProgress.this) {
        total = parts;
      }
    }

    @Override
    public void note(String now) {
      synchronized (ConsoleProgress.this) {
        what = now.strip();
        redraw();
      }
    }

    @Override
    public void showRemaining(Supplier<String> words) {
      synchronized (ConsoleProgress.this) {
        remaining = words;
      }
    }

    @Override
    public void close() {
      synchronized (ConsoleProgress.this) {
        if (active.remove(this)) {
          erase();
          out.println(Escape.line(title) + " (" + clock() + ")");
          redraw();
        }
      }
    }

    /**
     * {@code trials [#####---------------] 4/16 2:15, about 7 min left netty #1}, cut to the width.
     */
    String line(int width) {
      StringBuilder line = new StringBuilder(title);
      if (total > 0) {
        int filled = Math.min(BAR_WIDTH, BAR_WIDTH * done / total);
        line.append(" [").append("#".repeat(filled)).append("-".repeat(BAR_WIDTH - filled));
        line.append("] ").append(done).append('/').append(total);
      }
      line.append(' ').append(clock());
      String rest = remaining.get();
      line.append(rest.isEmpty() ? "" : ", " + rest);
      line.append(what.isEmpty() ? "" : "  " + printable(what));
      return clip(Escape.line(line.toString()), width);
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
}
