package dev.faultlab.classroom;

import dev.faultlab.classroom.RequestRefused.Code;
import dev.faultlab.files.InnerPath;
import dev.faultlab.lesson.Measured;
import dev.faultlab.lesson.Question;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The files that a page leads on to: the incident's picture, the evidence in which an answer was
 * read, and the files of the repository that an explanation names. Nothing else can be asked for.
 */
final class FileApi {
  private final Session session;
  private final AccessControl guard;
  private final GradingResults evidence;
  private final Path root;

  /**
   * @param root of the repository, for what explanations name
   */
  FileApi(Session session, AccessControl guard, GradingResults evidence, Path root) {
    this.session = session;
    this.guard = guard;
    this.evidence = evidence;
    this.root = root;
  }

  void add(RoutesConfig routes) {
    routes.get("/api/incident.svg", this::picture);
    routes.get("/api/evidence", this::file);
    routes.get("/api/source", this::source);
  }

  private void picture(Context ctx) throws IOException {
    inTheClass(ctx);
    Path picture = session.lesson().picture().orElseThrow(() -> noSuchFile());
    send(ctx, picture, "image/svg+xml");
  }

  /** What the answer to a question that was revealed stands in. */
  private void file(Context ctx) throws IOException {
    inTheClass(ctx);
    Question question = revealed(ctx);
    String name = ctx.queryParam("file");
    GradingResults.Found found = evidence.found(session.state().graded().orElseThrow(), question);
    Optional<Path> file = Optional.empty();
    if (Measured.places(found.measured()).stream().anyMatch(place -> place.file().equals(name))) {
      file = evidence.file(found.run(), name);
    }
    Path there = file.orElseThrow(() -> noSuchFile());
    ctx.header(
        "Content-Disposition", "attachment; filename=\"" + there.getFileName().toString() + "\"");
    send(ctx, there, "application/octet-stream");
  }

  private void source(Context ctx) throws IOException {
    inTheClass(ctx);
    String link = ctx.queryParam("link");
    if (!revealed(ctx).links().contains(link)) {
      throw noSuchFile();
    }
    send(ctx, InnerPath.of(root, link.split("#", 2)[0]), "text/plain; charset=utf-8");
  }

  private void inTheClass(Context ctx) {
    if (!guard.leads(ctx)) {
      guard.requirePerson(ctx);
    }
  }

  private Question revealed(Context ctx) {
    return session
        .lesson()
        .question(String.valueOf(ctx.queryParam("question")))
        .filter(session.state()::revealed)
        .filter(question -> guard.leads(ctx) || session.state().inSight(question))
        .orElseThrow(() -> new RequestRefused(Code.CLOSED, "that is not revealed yet"));
  }

  private static void send(Context ctx, Path file, String type) throws IOException {
    ctx.contentType(type);
    ctx.result(Files.newInputStream(file));
  }

  private static RequestRefused noSuchFile() {
    return new RequestRefused(Code.BAD, "no such file");
  }
}
