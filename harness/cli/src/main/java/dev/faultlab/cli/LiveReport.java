package dev.faultlab.cli;

import dev.faultlab.plan.Plan;
import dev.faultlab.report.ResultRow;
import dev.faultlab.report.page.HtmlReport;
import dev.faultlab.result.RunResult;
import dev.faultlab.run.Relay;
import dev.faultlab.run.RunListener;
import io.javalin.Javalin;
import io.javalin.http.Context;
import io.javalin.http.ForbiddenResponse;
import io.javalin.http.sse.SseClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The report of a run that goes on, in a browser on this machine. It is rendered between two
 * trials, by the thread that carries them out: where a metric is measured nothing else goes on
 * beside it.
 */
final class LiveReport implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";

  /** What an event says that has nothing to say: a browser drops one without data. */
  private static final String NEW = "new";

  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:;"
              + " connect-src 'self'; frame-src 'self'; frame-ancestors 'self'",
          "Cache-Control",
          "no-store");

  private final Path results;
  private final Javalin server;
  private final Set<SseClient> readers = ConcurrentHashMap.newKeySet();
  private volatile String status = "";
  private volatile String page = "<!doctype html><title>faultlab</title>";
  private volatile int trials;

  private LiveReport(Path results) {
    this.results = results;
    this.server =
        Javalin.create(
            config -> {
              config.startup.showJavalinBanner = false;
              config.startup.showOldJavalinVersionWarning = false;
              config.jetty.host = LOOPBACK;
              config.jetty.port = 0;
              config.routes.before(this::own);
              config.routes.get("/", ctx -> ctx.html(shell()));
              config.routes.get("/report", ctx -> ctx.html(page));
              config.routes.sse("/events", this::follow);
            });
  }

  /**
   * Starts to serve.
   *
   * @param results below which the run has its folder
   */
  static LiveReport start(Path results) {
    LiveReport made = new LiveReport(results);
    made.server.start();
    return made;
  }

  String address() {
    return "http://" + LOOPBACK + ":" + server.port() + "/";
  }

  /** A page from elsewhere whose name somebody lets point here would have that name as host. */
  private void own(Context ctx) {
    if (!(LOOPBACK + ":" + server.port()).equals(ctx.host())) {
      throw new ForbiddenResponse("use the address that faultlab printed");
    }
    HEADERS.forEach(ctx::header);
  }

  private static String shell() {
    try (InputStream in = LiveReport.class.getResourceAsStream("/report/live.html")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void follow(SseClient reader) {
    reader.keepAlive();
    reader.onClose(() -> readers.remove(reader));
    readers.add(reader);
    reader.sendEvent("status", status);
    reader.sendEvent("page", NEW);
  }

  private void say(String now) {
    status = now;
    readers.forEach(reader -> reader.sendEvent("status", now));
  }

  private void show(RunResult result) throws IOException {
    page = new HtmlReport().render(result, results.resolve(result.lab()).resolve(result.runId()));
    readers.forEach(reader -> reader.sendEvent("page", NEW));
  }

  /** The run has come to its end. */
  void end(RunResult result) {
    String ended = "The run has ended: " + ResultRow.sentence(result.verdict().judgement()) + ".";
    try {
      show(result);
    } catch (IOException | RuntimeException e) {
      ended += " Its report cannot be drawn: " + e;
    }
    say(ended);
  }

  /** Hears of a run what the page shows, and passes everything on. */
  RunListener hearing(RunListener person) {
    return new Hearing(person);
  }

  private final class Hearing extends Relay {
    private boolean troubled;

    Hearing(RunListener person) {
      super(person);
    }

    @Override
    public void begins(String run, Plan plan) {
      super.begins(run, plan);
      trials = plan.trials().size();
    }

    @Override
    public void phase(String title, int steps) {
      super.phase(title, steps);
      LiveReport.this.say("The run goes on: " + title + ".");
    }

    /** A page that cannot be drawn costs no trial: whoever watches hears of it, and it goes on. */
    @Override
    public void grown(Supplier<RunResult> soFar) {
      super.grown(soFar);
      try {
        RunResult result = soFar.get();
        show(result);
        LiveReport.this.say(
            String.format(
                "%d of %d trials. The run goes on; what stands below is of these alone.",
                result.trials().size(), trials));
      } catch (IOException | RuntimeException e) {
        cannotBeDrawn(e);
      }
    }

    private void cannotBeDrawn(Exception e) {
      LiveReport.this.say("The run goes on; its report so far cannot be drawn: " + e);
      if (!troubled) {
        troubled = true;
        say("the report so far cannot be drawn, and the run goes on: " + e);
      }
    }
  }

  @Override
  public void close() {
    readers.forEach(SseClient::close);
    server.stop();
  }
}
