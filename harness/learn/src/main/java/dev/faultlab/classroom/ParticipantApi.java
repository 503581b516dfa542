package dev.faultlab.classroom;

import dev.faultlab.classroom.Event.Joined;
import dev.faultlab.classroom.Limits.Action;
import dev.faultlab.classroom.RequestRefused.Code;
import dev.faultlab.lesson.Prediction;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.sse.SseClient;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a participant's browser asks for. */
final class ParticipantApi {
  private final Session session;
  private final AccessControl guard;
  private final Limits limits;
  private final ViewBuilder views;
  private final ClassRun runs;
  private final ChangeNotifier hub;

  ParticipantApi(
      Session session,
      AccessControl guard,
      Limits limits,
      ViewBuilder views,
      ClassRun runs,
      ChangeNotifier hub) {
    this.session = session;
    this.guard = guard;
    this.limits = limits;
    this.views = views;
    this.runs = runs;
    this.hub = hub;
  }

  /**
   * Body of a request to join.
   *
   * @param key what the browser made up, to be the same person if it has to ask again
   */
  record Join(String code, String name, Optional<String> key) {}

  void add(RoutesConfig routes) {
    routes.get("/", ctx -> Pages.send(ctx, "/classroom/index.html", "text/html"));
    routes.get("/app/look.css", ctx -> Pages.send(ctx, "/report/page.css", "text/css"));
    routes.get("/api/door", this::door);
    routes.post("/api/join", this::join);
    routes.get("/api/view", this::view);
    routes.get("/api/run", this::run);
    routes.post("/api/answer", this::answer);
    routes.before("/api/events", this::mayListen);
    routes.sse("/api/events", this::events);
  }

  /** What may be seen from outside. */
  private void door(Context ctx) {
    guard.renew(ctx);
    ctx.json(
        Map.of(
            "room", session.opened().room(),
            "language", session.opened().language(),
            "joined", guard.person(ctx).isPresent(),
            "lead", guard.leads(ctx)));
  }

  private void join(Context ctx) throws IOException {
    Join join = Bodies.read(ctx, Join.class);
    guard.check(
        ctx,
        Action.WRONG_CODE,
        session.code(),
        String.valueOf(join.code()).strip().toUpperCase(Locale.ROOT));
    if (guard.person(ctx).isEmpty()) {
      if (join.key().flatMap(session.state().roster()::bearer).isEmpty()) {
        limits.count(Action.JOIN_AGAIN, guard.requireBrowser(ctx));
        limits.count(Action.JOIN, ctx.ip());
      }
      String name = Optional.ofNullable(join.name()).orElse("");
      guard.remember(ctx, session.join(name, join.key()));
      hub.lead();
    }
    ctx.status(204);
  }

  private void view(Context ctx) {
    Joined person = guard.requirePerson(ctx);
    limits.count(Action.LOOK, person.key());
    ctx.json(
        views.of(
            Optional.of(person), guard.leads(ctx), Optional.ofNullable(ctx.queryParam("lang"))));
  }

  /** The run shows what is measured, so nobody sees it who can still predict. */
  private void run(Context ctx) {
    if (!guard.leads(ctx)) {
      limits.count(Action.LOOK, guard.requirePerson(ctx).key());
      if (!session.state().locked()) {
        throw new RequestRefused(Code.CLOSED, "the run is shown when predictions are closed");
      }
    }
    ctx.json(runs.shown());
  }

  private void answer(Context ctx) throws IOException {
    Joined person = guard.requirePerson(ctx);
    limits.count(Action.ANSWER, person.key());
    session.answer(person.person(), Bodies.read(ctx, Prediction.class));
    hub.lead();
    ctx.status(204);
  }

  /** Before the stream is opened: one that is open cannot be refused any more. */
  private void mayListen(Context ctx) {
    if (!guard.leads(ctx)) {
      limits.count(Action.LOOK, guard.requirePerson(ctx).key());
    }
  }

  private void events(SseClient client) {
    if (guard.leads(client.ctx())) {
      hub.add(client, ChangeNotifier.Audience.LEAD, "lead");
    } else {
      Joined person = guard.requirePerson(client.ctx());
      hub.add(client, ChangeNotifier.Audience.PARTICIPANT, listener(person.person()));
    }
  }

  /** Whose pages the hub is to end when this person is removed. */
  static String listener(int person) {
    return "person " + person;
  }
}
