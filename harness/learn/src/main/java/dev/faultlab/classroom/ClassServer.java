package dev.faultlab.classroom;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.faultlab.files.Json;
import dev.faultlab.lesson.Stage;
import dev.faultlab.result.RunStore;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.staticfiles.Location;
import io.javalin.json.JavalinJackson;
import io.javalin.util.JavalinBindException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The web server of one session. */
public final class ClassServer implements AutoCloseable {
  /** An answer is a few hundred bytes. */
  private static final int MAX_BYTES = 16 * 1024;

  private static final Map<String, String> HEADERS =
      Map.of(
          // Own files, and inline one script by its hash: typed text cannot become a script.
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self' "
              + Http.inline()
              + "; style-src 'self'; img-src 'self' data:;"
              + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
          "X-Content-Type-Options",
          "nosniff",
          "Referrer-Policy",
          "no-referrer",
          "Cache-Control",
          "no-store");

  /**
   * The delay of the reply to a wrong code. With all connections that one network may have, an
   * attacker can try 700 codes a second.
   */
  static final Duration WRONG_KEY_DELAY = Duration.ofSeconds(1);

  private static final Executor WRONG_KEY_EXECUTOR =
      CompletableFuture.delayedExecutor(
          WRONG_KEY_DELAY.toMillis(),
          TimeUnit.MILLISECONDS,
          Executors.newCachedThreadPool(ChangeNotifier.daemon("class-wrong-key")));

  private final Session session;
  private final ChangeNotifier notifier = new ChangeNotifier();
  private final ConnectionLimits connections = new ConnectionLimits();
  private final ClassRun run;
  private final Javalin server;

  /**
   * The address of a server.
   *
   * @param host to listen on
   * @param port 0 for any
   * @param shown host under which other machines reach it
   */
  public record Address(String host, int port, String shown) {}

  /**
   * Starts to serve.
   *
   * @param root of the repository, for the files that explanations name
   * @param store of results for grading
   * @param starter of the session's own run
   * @param terminal takes lines about failures on a page
   * @throws ClassUnavailable when the port is taken
   */
  public ClassServer(
      Session session,
      Path root,
      RunStore store,
      ClassRun.Starter starter,
      Address address,
      Consumer<String> terminal)
      throws IOException {
    this.session = session;
    ProblemLog problems = new ProblemLog(terminal);
    GradingResults results = new GradingResults(store, session.lesson().lab(), problems);
    this.run = new ClassRun(starter, session, results, notifier);
    RequestLimits limits = new RequestLimits(RequestLimits.CLOCK);
    AccessControl access = new AccessControl(session, limits, address.shown());
    ViewBuilder views = new ViewBuilder(session, results, run, problems);
    this.server =
        Javalin.create(
            config -> {
              settings(config, address);
              config.routes.before(access::check);
              config.routes.before(
                  ctx -> access.identify(ctx).ifPresent(who -> connections.keep(ctx, who)));
              config.routes.before(ctx -> HEADERS.forEach(ctx::header));
              // Changes have no answer.
              config.routes.before(ctx -> ctx.status(ctx.method() == HandlerType.POST ? 204 : 200));
              config.routes.exception(RequestRefused.class, ClassServer::answerRefusal);
              new ParticipantApi(session, access, limits, views, results, run, notifier, root)
                  .add(config.routes);
              Supplier<String> join = () -> "http://" + address.shown() + ":" + port() + "/";
              new LeadApi(session, access, views, results, run, notifier, join).add(config.routes);
            });
    try {
      server.start();
    } catch (JavalinBindException e) {
      close();
      throw new ClassUnavailable(
          "port " + address.port() + " cannot be listened on; name another: --port");
    }
  }

  public int port() {
    return server.port();
  }

  int pages() {
    return notifier.open();
  }

  ConnectionLimits connections() {
    return connections;
  }

  private void settings(JavalinConfig config, Address address) {
    config.jetty.modifyServer(connections::guard);
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.jetty.host = address.host();
    config.jetty.port = address.port();
    config.http.maxRequestSize = MAX_BYTES;
    config.jsonMapper(new JavalinJackson(json(), false));
    config.staticFiles.add(
        files -> {
          files.hostedPath = "/app";
          files.directory = "/classroom/app";
          files.location = Location.CLASSPATH;
          files.headers = HEADERS;
        });
  }

  static ObjectMapper json() {
    return Json.STRICT.copy().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
  }

  private static void answerRefusal(RequestRefused refused, Context ctx) {
    String code = Stage.word(refused.code);
    ctx.status(refused.code.status);
    ctx.json(Map.of("code", code, "message", String.valueOf(refused.getMessage())));
    if (refused.code == RequestRefused.Code.WRONG_KEY) {
      ctx.future(() -> CompletableFuture.runAsync(() -> {}, WRONG_KEY_EXECUTOR));
    }
  }

  /** Ends the run, if there is one, and releases the session. */
  @Override
  public void close() throws IOException {
    run.close();
    notifier.close();
    server.stop();
    session.close();
  }
}
