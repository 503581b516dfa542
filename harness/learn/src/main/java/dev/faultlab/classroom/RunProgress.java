package dev.faultlab.classroom;

import dev.faultlab.capture.LiveRow;
import dev.faultlab.feed.Moment;
import dev.faultlab.point.Selector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a page shows of a run that goes on: how far it is, and two points side by side. */
final class RunProgress {
  private final List<Selector> wanted;
  private final Map<String, Panel> pair = new LinkedHashMap<>();
  private Optional<String> run = Optional.empty();
  private String phase = "";
  private int done;
  private int trials;

  /**
   * @param pair the points that are shown side by side; none where the lesson names none
   */
  RunProgress(List<Selector> pair) {
    this.wanted = pair;
  }

  /** Where a point is. */
  enum State {
    WAITING,
    RUNNING,
    DONE
  }

  /**
   * A point.
   *
   * @param trial the one that goes on, or the last one
   * @param of trials that it has in all
   * @param frames packets of that trial
   * @param counts name to number, of that trial
   * @param rows its last packets
   * @param failure why that trial could not be carried out
   * @param seen what the signatures say of it
   */
  record Panel(
      String title,
      String settings,
      State state,
      int trial,
      int of,
      long frames,
      Map<String, Long> counts,
      List<LiveRow> rows,
      Optional<String> failure,
      List<Moment.Seen> seen) {

    private Panel trial(int next) {
      return new Panel(
          title,
          settings,
          State.RUNNING,
          next,
          of,
          0,
          Map.of(),
          List.of(),
          Optional.empty(),
          List.of());
    }

    private Panel packets(Moment.Packets more) {
      return new Panel(
          title,
          settings,
          state,
          trial,
          of,
          more.frames(),
          more.counts(),
          more.rows(),
          failure,
          seen);
    }

    private Panel ended(Moment.TrialEnded end) {
      return new Panel(
          title, settings, State.DONE, trial, of, frames, counts, rows, end.failure(), end.seen());
    }
  }

  /**
   * All of it.
   *
   * @param run its id, as soon as it has one
   * @param phase what it does now; empty before it says so
   * @param done trials that are over
   * @param trials in all; 0 before they are known
   */
  record Shown(Optional<String> run, String phase, int done, int trials, List<Panel> pair) {}

  void take(Moment moment) {
    if (moment instanceof Moment.Begun begun) {
      run = Optional.of(begun.run());
      trials = begun.trials();
      wanted.forEach(selector -> add(selector, begun.points()));
    } else if (moment instanceof Moment.Phase next) {
      phase = next.title();
    } else if (moment instanceof Moment.TrialBegun begun) {
      pair.computeIfPresent(begun.id(), (id, panel) -> panel.trial(begun.index()));
    } else if (moment instanceof Moment.Packets more) {
      // Those of a trial that is over may come late.
      pair.computeIfPresent(
          more.id(), (id, panel) -> panel.trial() == more.index() ? panel.packets(more) : panel);
    } else if (moment instanceof Moment.TrialEnded end) {
      done++;
      pair.computeIfPresent(end.id(), (id, panel) -> panel.ended(end));
    }
  }

  private void add(Selector selector, List<Moment.Measured> points) {
    points.stream()
        .filter(measured -> selector.matches(measured.point()))
        .findFirst()
        .ifPresent(
            measured ->
                pair.put(
                    measured.id(),
                    new Panel(
                        measured.title(),
                        measured.point().settings(),
                        State.WAITING,
                        0,
                        measured.trials(),
                        0,
                        Map.of(),
                        List.of(),
                        Optional.empty(),
                        List.of())));
  }

  Optional<String> run() {
    return run;
  }

  Shown shown() {
    return new Shown(run, phase, done, trials, new ArrayList<>(pair.values()));
  }
}
