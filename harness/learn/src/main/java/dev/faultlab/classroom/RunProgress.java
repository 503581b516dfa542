package dev.faultlab.classroom;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.faultlab.capture.packet.LiveRow;
import dev.faultlab.feed.RunEvent;
import dev.faultlab.point.Selector;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The part of an active run that a page shows: progress, and two points side by side. */
final class RunProgress {
  private final List<Selector> wanted;
  private final Map<String, Panel> pair = new LinkedHashMap<>();
  private Optional<String> run = Optional.empty();
  private String phase = "";
  private int done;
  private int trials;

  /**
   * @param pair the points side by side; empty if the lesson names none
   */
  RunProgress(List<Selector> pair) {
    this.wanted = pair;
  }

  /** The progress of a point. */
  enum State {
    WAITING,
    RUNNING,
    DONE
  }

  /**
   * A point.
   *
   * @param trial the current one, or the last
   * @param of number of its trials
   */
  record Panel(
      String title,
      String settings,
      State state,
      int trial,
      int of,
      @JsonUnwrapped Traffic traffic,
      @JsonUnwrapped Ending ending) {

    static Panel waiting(RunEvent.Measured point) {
      String settings = point.point().settings();
      return new Panel(
          point.title(), settings, State.WAITING, 0, point.trials(), Traffic.NONE, Ending.NONE);
    }

    private Panel trial(int next) {
      return new Panel(title, settings, State.RUNNING, next, of, Traffic.NONE, Ending.NONE);
    }

    private Panel packets(RunEvent.Packets more) {
      Traffic now = new Traffic(more.frames(), more.counts(), more.rows());
      return new Panel(title, settings, state, trial, of, now, ending);
    }

    private Panel ended(RunEvent.TrialEnded end) {
      Ending how = new Ending(end.failure(), end.seen());
      return new Panel(title, settings, State.DONE, trial, of, traffic, how);
    }
  }

  /**
   * The packets of a trial.
   *
   * @param frames their number
   * @param counts name to number
   * @param rows the last ones
   */
  record Traffic(long frames, Map<String, Long> counts, List<LiveRow> rows) {
    static final Traffic NONE = new Traffic(0, Map.of(), List.of());
  }

  /**
   * How a trial ended.
   *
   * @param failure why it could not be carried out
   * @param seen what the signatures report
   */
  record Ending(Optional<String> failure, List<RunEvent.Seen> seen) {
    static final Ending NONE = new Ending(Optional.empty(), List.of());
  }

  /**
   * The whole progress.
   *
   * @param run its id, once known
   * @param phase current phase; empty before it is reported
   * @param done number of ended trials
   * @param trials in all; 0 before they are known
   */
  record Shown(Optional<String> run, String phase, int done, int trials, List<Panel> pair) {}

  void take(RunEvent moment) {
    if (moment instanceof RunEvent.Begun begun) {
      run = Optional.of(begun.run());
      trials = begun.trials();
      for (Selector selector : wanted) {
        begun.points().stream()
            .filter(measured -> selector.matches(measured.point()))
            .findFirst()
            .ifPresent(measured -> pair.put(measured.id(), Panel.waiting(measured)));
      }
    } else if (moment instanceof RunEvent.Phase next) {
      phase = next.title();
    } else if (moment instanceof RunEvent.TrialBegun begun) {
      pair.computeIfPresent(begun.id(), (id, panel) -> panel.trial(begun.index()));
    } else if (moment instanceof RunEvent.Packets more) {
      // Packets of an ended trial may come late.
      pair.computeIfPresent(
          more.id(), (id, panel) -> panel.trial() == more.index() ? panel.packets(more) : panel);
    } else if (moment instanceof RunEvent.TrialEnded end) {
      done++;
      pair.computeIfPresent(end.id(), (id, panel) -> panel.ended(end));
    }
  }

  Optional<String> run() {
    return run;
  }

  Shown shown() {
    return new Shown(run, phase, done, trials, List.copyOf(pair.values()));
  }
}
