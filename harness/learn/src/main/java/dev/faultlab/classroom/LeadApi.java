package dev.faultlab.classroom;

import dev.faultlab.classroom.Event.Joined;
import dev.faultlab.classroom.Event.Offered;
import dev.faultlab.classroom.Limits.Action;
import dev.faultlab.classroom.RequestRefused.Code;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.nayuki.qrcodegen.QrCode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What the facilitator's browser asks for; all of it behind the token. */
final class LeadApi {
  private static final int MOST_MINUTES = 180;

  private final Session session;
  private final AccessControl guard;
  private final ViewBuilder views;
  private final GradingResults evidence;
  private final ClassRun runs;
  private final ChangeNotifier hub;
  private final Supplier<String> join;

  /**
   * @param join the address at which people join
   */
  LeadApi(
      Session session,
      AccessControl guard,
      ViewBuilder views,
      GradingResults evidence,
      ClassRun runs,
      ChangeNotifier hub,
      Supplier<String> join) {
    this.session = session;
    this.guard = guard;
    this.views = views;
    this.evidence = evidence;
    this.runs = runs;
    this.hub = hub;
    this.join = join;
  }

  /** Body of a request to lead. */
  record Enter(String token) {}

  /**
   * Body of a request to go to a phase; minutes and focus may be left out. Without minutes the
   * clock goes on as long as the phase stays.
   */
  record Move(Phase phase, Optional<String> focus, Optional<Double> minutes, boolean shown) {}

  /** Body of a request to choose a finished run. */
  record Replay(String run) {}

  /** Body of a request to remove people, by their numbers. */
  record Remove(List<Integer> people) {}

  void add(RoutesConfig routes) {
    routes.get("/lead", ctx -> Pages.send(ctx, "/classroom/lead.html", "text/html"));
    routes.get("/screen", ctx -> Pages.send(ctx, "/classroom/screen.html", "text/html"));
    routes.post("/api/lead/enter", this::enter);
    routes.get("/api/lead/view", led(this::view));
    routes.post("/api/lead/move", led(this::move));
    routes.post("/api/lead/remove", led(this::remove));
    routes.post("/api/lead/code", led(this::recode));
    routes.post("/api/lead/run", led(this::run));
    routes.post("/api/lead/stop", led(this::stop));
    routes.post("/api/lead/replay", led(this::replay));
    routes.get("/api/lead/qr.svg", led(this::qr));
    routes.get("/api/lead/results.csv", led(this::csv));
    routes.get("/api/lead/results.json", led(ctx -> ctx.json(Export.rows(session, evidence))));
  }

  private Handler led(Handler handler) {
    return ctx -> {
      guard.requireLead(ctx);
      handler.handle(ctx);
    };
  }

  /** Whoever is alone leads, and takes part as well. */
  private void enter(Context ctx) throws IOException {
    Enter enter = Bodies.read(ctx, Enter.class);
    guard.check(ctx, Action.WRONG_TOKEN, session.opened().token(), String.valueOf(enter.token()));
    guard.rememberLead(ctx);
    if (!session.opened().room()) {
      Optional<Joined> alone = session.state().people().values().stream().findFirst();
      guard.remember(ctx, alone.isPresent() ? alone.get() : session.join(""));
    }
    ctx.status(204);
  }

  private void view(Context ctx) {
    ctx.json(views.lead(join.get(), Optional.ofNullable(ctx.queryParam("lang"))));
  }

  private void move(Context ctx) throws IOException {
    Move move = Bodies.read(ctx, Move.class);
    if (move.phase() == null
        || move.minutes().filter(m -> !(m > 0 && m <= MOST_MINUTES)).isPresent()) {
      throw new RequestRefused(
          Code.BAD, "expected a phase, and up to " + MOST_MINUTES + " minutes");
    }
    Optional<Duration> time = move.minutes().map(m -> Duration.ofSeconds(Math.round(m * 60)));
    session.move(move.phase(), move.focus(), time, move.shown());
    hub.everybody();
    ctx.status(204);
  }

  private void remove(Context ctx) throws IOException {
    List<Integer> people = Bodies.read(ctx, Remove.class).people();
    if (people == null) {
      throw new RequestRefused(Code.BAD, "expected the numbers of people");
    }
    session.remove(people);
    people.forEach(person -> hub.disconnect(ParticipantApi.listener(person)));
    hub.everybody();
    ctx.status(204);
  }

  private void recode(Context ctx) throws IOException {
    session.recode();
    hub.lead();
    ctx.status(204);
  }

  private void run(Context ctx) {
    try {
      runs.start();
    } catch (IOException e) {
      throw new RequestRefused(Code.BAD, "the run cannot be started: " + e.getMessage());
    }
    ctx.status(204);
  }

  private void stop(Context ctx) {
    runs.stop();
    ctx.status(204);
  }

  private void replay(Context ctx) throws IOException {
    String wanted = String.valueOf(Bodies.read(ctx, Replay.class).run());
    String run;
    try {
      run = evidence.usable(wanted.isBlank() ? evidence.reference() : wanted.strip());
    } catch (IOException e) {
      throw new RequestRefused(Code.BAD, e.getMessage());
    }
    session.grade(run, isOwn(run));
    hub.everybody();
    ctx.status(204);
  }

  /** Whether it is the session's own run, which waits to be chosen. */
  private boolean isOwn(String run) {
    return session.state().offered().map(Offered::run).filter(run::equals).isPresent();
  }

  private void csv(Context ctx) throws IOException {
    ctx.contentType("text/csv; charset=utf-8");
    ctx.header(
        "Content-Disposition",
        "attachment; filename=\"faultlab-class-" + session.opened().session() + ".csv\"");
    ctx.result(Export.csv(Export.rows(session, evidence)));
  }

  private void qr(Context ctx) {
    ctx.contentType("image/svg+xml");
    ctx.result(QrSvg.of(QrCode.encodeText(joinLink(), QrCode.Ecc.MEDIUM)));
  }

  /** With the code behind the hash, so that whoever scans it need not type it. */
  private String joinLink() {
    return join.get() + "#" + session.code();
  }
}
