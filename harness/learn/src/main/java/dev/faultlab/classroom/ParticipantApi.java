package dev.faultlab.classroom;

import dev.faultlab.classroom.ClassState.Member;
import dev.faultlab.classroom.RequestLimits.Action;
import dev.faultlab.classroom.RequestRefused.Code;
import dev.faultlab.files.InnerPath;
import dev.faultlab.files.JarText;
import dev.faultlab.lesson.Prediction;
import dev.faultlab.lesson.Question;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.sse.SseClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The participants' requests. The only available files are the incident's picture, the evidence
 * behind an answer, and those that an explanation names.
 *
 * @param root of the repository, for the files that explanations name
 */
record ParticipantApi(
    Session session,
    AccessControl access,
    RequestLimits limits,
    ViewBuilder views,
    GradingResults results,
    ClassRun run,
    ChangeNotifier notifier,
    Path root) {

  /** Body of a request to join. */
  record Join(String code, String name) {}

  void add(RoutesConfig routes) {
    routes.get("/", ctx -> Http.page(ctx, "participant.js"));
    routes.get(
        "/app/look.css",
        ctx -> ctx.contentType("text/css").result(JarText.read(Http.class, "/report/page.css")));
    routes.get("/api/door", this::welcome);
    routes.post("/api/join", this::join);
    routes.get("/api/view", this::view);
    routes.get("/api/run", this::run);
    routes.post("/api/answer", this::answer);
    // Before the stream is opened, because an open one cannot be rejected.
    routes.before("/api/events", this::requireMember);
    routes.sse("/api/events", this::events);
    routes.get("/api/incident.svg", this::picture);
    routes.get("/api/evidence", this::evidence);
    routes.get("/api/source", this::source);
  }

  /** What anyone may see. */
  private void welcome(Context ctx) {
    access.renew(ctx);
    ctx.json(
        Map.of(
            "room", session.start().room(),
            "language", session.start().language(),
            "joined", access.person(ctx).isPresent(),
            "lead", access.leads(ctx)));
  }

  private void join(Context ctx) throws IOException {
    Join join = Http.body(ctx, Join.class);
    String code = join.code().replaceAll("[\\s-]", "").toUpperCase(Locale.ROOT);
    AccessControl.check(session.code(), code);
    if (access.person(ctx).isEmpty()) {
      String browser =
          access
              .browser(ctx)
              .orElseThrow(
                  () ->
                      new RequestRefused(
                          Code.TOO_FAST, "no cookie; open the page in a browser with cookies"));
      if (session.state().user(browser).isEmpty()) {
        limits.count(Action.JOIN, browser);
      }
      access.remember(ctx, session.join(join.name(), Optional.of(browser)));
      notifier.notifyLead();
    }
  }

  private void view(Context ctx) {
    Member person = access.requirePerson(ctx);
    limits.count(Action.LOOK, person.key());
    Optional<String> language = Optional.ofNullable(ctx.queryParam("lang"));
    ctx.json(views.of(Optional.of(person), access.leads(ctx), language));
  }

  /** The run shows the measurements, so it is hidden from people who can still predict. */
  private void run(Context ctx) {
    requireMember(ctx);
    if (!access.leads(ctx) && !session.state().locked()) {
      throw new RequestRefused(Code.CLOSED, "the run is shown when predictions are closed");
    }
    ctx.json(run.shown());
  }

  private void answer(Context ctx) throws IOException {
    Member person = access.requirePerson(ctx);
    limits.count(Action.ANSWER, person.key());
    session.answer(person.person(), Http.body(ctx, Prediction.class));
    notifier.notifyLead();
  }

  private void requireMember(Context ctx) {
    if (!access.leads(ctx)) {
      limits.count(Action.LOOK, access.requirePerson(ctx).key());
    }
  }

  private void events(SseClient client) {
    boolean leads = access.leads(client.ctx());
    notifier.add(
        client,
        leads ? ChangeNotifier.LEAD : listener(access.requirePerson(client.ctx()).person()));
  }

  /** The owner of the pages that end when this person is removed. */
  static String listener(int person) {
    return "person " + person;
  }

  private void picture(Context ctx) throws IOException {
    requireMember(ctx);
    send(ctx, session.lesson().picture(), "image/svg+xml");
  }

  /** The evidence file behind the answer to a revealed question. */
  private void evidence(Context ctx) throws IOException {
    Question question = revealed(ctx);
    String name = ctx.queryParam("file");
    String graded = session.state().graded().orElseThrow();
    GradingResults.Answered found = results.answerTo(graded, question, session.lesson().original());
    boolean cited = found.measured().places().stream().anyMatch(p -> p.file().equals(name));
    Optional<Path> file = cited ? results.file(found.run(), name) : Optional.empty();
    file.ifPresent(
        existing ->
            ctx.header(
                "Content-Disposition", "attachment; filename=\"" + existing.getFileName() + "\""));
    send(ctx, file, "application/octet-stream");
  }

  private void source(Context ctx) throws IOException {
    Optional<Path> file =
        Optional.ofNullable(ctx.queryParam("link"))
            .filter(revealed(ctx).links()::contains)
            .map(link -> InnerPath.of(root, link.split("#", 2)[0]));
    send(ctx, file, "text/plain; charset=utf-8");
  }

  private Question revealed(Context ctx) {
    requireMember(ctx);
    return session
        .lesson()
        .question(String.valueOf(ctx.queryParam("question")))
        .filter(session.state()::revealed)
        .filter(question -> access.leads(ctx) || session.state().isVisible(question))
        .orElseThrow(() -> new RequestRefused(Code.CLOSED, "that is not revealed yet"));
  }

  private static void send(Context ctx, Optional<Path> file, String type) throws IOException {
    Path existing = file.orElseThrow(() -> new RequestRefused(Code.BAD, "no such file"));
    ctx.contentType(type);
    ctx.result(Files.newInputStream(existing));
  }
}
