package dev.faultlab.classroom;

import dev.faultlab.classroom.ClassState.Member;
import dev.faultlab.classroom.RequestRefused.Code;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The facilitator's requests; all of them need the token.
 *
 * @param join address for joining
 */
record LeadApi(
    Session session,
    AccessControl access,
    ViewBuilder views,
    GradingResults results,
    ClassRun run,
    ChangeNotifier notifier,
    Supplier<String> join) {
  private static final int MAX_MINUTES = 180;

  /** Body of a request to lead. */
  record TokenBody(String token) {}

  /**
   * Body of a request to enter a phase; minutes and focus are optional. Without minutes, the clock
   * of a phase that stays keeps running.
   */
  record Move(Phase phase, Optional<String> focus, Optional<Double> minutes, boolean shown) {}

  /** Body of a request to choose a finished run. */
  record Replay(String run) {}

  /** Body of a request to remove people, by their numbers. */
  record Remove(List<Integer> people) {}

  void add(RoutesConfig routes) {
    routes.get("/lead", ctx -> Http.page(ctx, "lead.js"));
    routes.get("/screen", ctx -> Http.page(ctx, "screen.js"));
    routes.get("/summary", ctx -> Http.page(ctx, "summary.js"));
    routes.post("/api/lead/enter", this::enter);
    routes.get("/api/lead/view", forLead(this::view));
    routes.post("/api/lead/move", forLead(this::move));
    routes.post("/api/lead/remove", forLead(this::remove));
    routes.post("/api/lead/code", forLead(this::recode));
    routes.post("/api/lead/run", forLead(this::start));
    routes.post("/api/lead/stop", forLead(ctx -> run.stop()));
    routes.post("/api/lead/replay", forLead(this::replay));
    routes.get("/api/lead/qr.svg", forLead(this::qr));
    routes.get("/api/lead/results.csv", forLead(this::csv));
  }

  private Handler forLead(Handler handler) {
    return ctx -> {
      access.requireLead(ctx);
      handler.handle(ctx);
    };
  }

  /** Admits a facilitator; without a room, the same person takes part as well. */
  private void enter(Context ctx) throws IOException {
    AccessControl.check(session.start().token(), Http.body(ctx, TokenBody.class).token());
    access.rememberLead(ctx);
    if (!session.start().room()) {
      Optional<Member> member = session.state().people().values().stream().findFirst();
      access.remember(ctx, member.isPresent() ? member.get() : session.join("", Optional.empty()));
    }
  }

  private void view(Context ctx) {
    ctx.json(views.lead(join.get(), Optional.ofNullable(ctx.queryParam("lang"))));
  }

  private void move(Context ctx) throws IOException {
    Move move = Http.body(ctx, Move.class);
    if (move.minutes().filter(m -> !(m > 0 && m <= MAX_MINUTES)).isPresent()) {
      throw new RequestRefused(Code.BAD, "expected up to " + MAX_MINUTES + " minutes");
    }
    Optional<Duration> time = move.minutes().map(m -> Duration.ofSeconds(Math.round(m * 60)));
    session.move(move.phase(), move.focus(), time, move.shown());
    notifier.publishToAll();
  }

  private void remove(Context ctx) throws IOException {
    List<Integer> people = Http.body(ctx, Remove.class).people();
    session.remove(people);
    people.forEach(person -> notifier.disconnect(ParticipantApi.listener(person)));
    notifier.publishToAll();
  }

  private void recode(Context ctx) throws IOException {
    session.recode();
    notifier.notifyLead();
  }

  private void start(Context ctx) {
    try {
      run.start();
    } catch (IOException e) {
      throw new RequestRefused(Code.BAD, "the run cannot be started: " + e.getMessage());
    }
  }

  private void replay(Context ctx) throws IOException {
    String runName = Http.body(ctx, Replay.class).run();
    String name;
    try {
      name = results.usable(runName.isBlank() ? results.reference() : runName.strip());
    } catch (IOException e) {
      throw new RequestRefused(Code.BAD, e.getMessage());
    }
    session.grade(name);
    notifier.publishToAll();
  }

  private void csv(Context ctx) {
    ctx.contentType("text/csv; charset=utf-8");
    ctx.header(
        "Content-Disposition",
        "attachment; filename=\"faultlab-class-" + session.start().session() + ".csv\"");
    ctx.result(new Export(session, results, session.lesson().original()).csv());
  }

  /** With the code after the hash, so that people who scan it need not type it. */
  private void qr(Context ctx) {
    ctx.contentType("image/svg+xml");
    ctx.result(QrCodes.svg(join.get() + "#" + session.code()));
  }
}
