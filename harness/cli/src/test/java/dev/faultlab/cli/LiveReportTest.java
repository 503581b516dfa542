package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.run.RunListener;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run --watch}: what a browser sees while the run goes on. */
class LiveReportTest {
  @TempDir private Path root;
  private final HttpClient browser = HttpClient.newHttpClient();
  private final List<String> seen = new ArrayList<>();

  @Test
  void theReportGrowsWithTheRunAndStaysAtItsEnd() throws IOException, InterruptedException {
    TinyLab lab = new TinyLab(root);
    lab.engine()
        .when(
            "program count",
            () -> {
              if (lab.engine().times("program count") == 4) {
                seen.add(get(address(lab) + "report"));
                seen.add(firstEvents(address(lab)));
                seen.add(forged(address(lab)));
              }
            });
    Thread person = Thread.currentThread();
    // It waits for Ctrl-C when all is done; whoever looks then ends it.
    lab.engine()
        .when(
            "The report stays in the browser until Ctrl-C.",
            () -> {
              seen.add(get(address(lab) + "report"));
              seen.add(get(address(lab)));
              person.interrupt();
            });

    assertThat(lab.run("--watch")).isEqualTo(130);

    assertThat(seen.get(0)).contains("3 trials in", "keeps@release=1");
    assertThat(seen.get(1)).contains("data: 3 of 8 trials");
    assertThat(seen.get(2)).contains("403 Forbidden");
    assertThat(seen.get(3)).contains("8 trials in", "as expected");
    assertThat(seen.get(4)).contains("EventSource");
    assertThat(lab.result().trials()).hasSize(8);
  }

  @Test
  void aReportThatCannotBeDrawnEndsNoRunAndIsSaidOnce() throws InterruptedException {
    RunListener person =
        new RunListener() {
          @Override
          public void phase(String title, int steps) {}

          @Override
          public void say(String message) {
            seen.add(message);
          }

          @Override
          public void step(String what) {}
        };
    try (LiveReport live = LiveReport.start(root)) {
      RunListener hearing = live.hearing(person);
      for (int trial = 1; trial <= 2; trial++) {
        hearing.grown(
            () -> {
              throw new IllegalStateException("no such chart");
            });
      }
      assertThat(firstEvents(live.address()))
          .contains("The run goes on; its report so far cannot be drawn", "no such chart");
    }
    assertThat(seen).hasSize(1);
    assertThat(seen.get(0)).contains("the run goes on").contains("no such chart");
  }

  @Test
  void aShardIsNotWatched() throws IOException {
    TinyLab lab = new TinyLab(root);
    assertThat(lab.run("--watch", "--shard", "1/2")).isEqualTo(64);
    assertThat(lab.err()).contains("--watch shows a whole run");
  }

  static String address(TinyLab lab) {
    return lab.heard().stream()
        .filter(said -> said.startsWith("Watch: http://127.0.0.1:"))
        .map(said -> said.substring("Watch: ".length()))
        .findFirst()
        .orElseThrow();
  }

  private String get(String page) {
    try {
      return browser
          .send(HttpRequest.newBuilder(URI.create(page)).build(), BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What a page hears as soon as it listens. */
  private String firstEvents(String address) throws InterruptedException {
    try (Stream<String> lines =
        browser
            .send(
                HttpRequest.newBuilder(URI.create(address + "events"))
                    .header("Accept", "text/event-stream")
                    .build(),
                BodyHandlers.ofLines())
            .body()) {
      return lines.limit(2).collect(Collectors.joining("\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A request under the name of another host. */
  private static String forged(String address) {
    try (Socket socket = new Socket("127.0.0.1", URI.create(address).getPort())) {
      socket
          .getOutputStream()
          .write(
              "GET /report HTTP/1.0\r\nHost: evil.example\r\n\r\n"
                  .getBytes(StandardCharsets.UTF_8));
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
          .readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
