package dev.faultlab.classroom;

import dev.faultlab.classroom.Event.Graded;
import dev.faultlab.verdict.Judgement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.stream.Stream;

/** What a run of its own means to a session. */
final class ClassRunListener implements ClassRun.Listener {
  private final Session session;
  private final GradingResults evidence;
  private final ChangeNotifier hub;

  /** What was graded by when the run began. */
  private volatile Optional<Graded> before = Optional.empty();

  ClassRunListener(Session session, GradingResults evidence, ChangeNotifier hub) {
    this.session = session;
    this.evidence = evidence;
    this.hub = hub;
  }

  @Override
  public void begins() {
    before = session.state().graded();
  }

  @Override
  public void progress() {
    hub.run(session.state().locked());
  }

  @Override
  public void changed() {
    progress();
    hub.lead();
    if (session.state().locked()) {
      hub.everybody();
    }
  }

  @Override
  public void done(String run, Judgement judgement) {
    try {
      String name = evidence.usable(session.lesson().lab() + "/" + run);
      boolean conclusive =
          Stream.of(judgement, evidence.verdict(name).judgement())
              .noneMatch(Judgement.INCONCLUSIVE::equals);
      session.ended(name, conclusive, before);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
