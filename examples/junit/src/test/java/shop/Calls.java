package shop;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.testcontainers.containers.GenericContainer;

/** Requests to a service, several at a time. */
final class Calls {
  private Calls() {}

  /** Each caller asks so many times; fails if an answer is not 200. */
  static void of(GenericContainer<?> service, String path, int callers, int each)
      throws Exception {
    URI uri =
        URI.create("http://" + service.getHost() + ":" + service.getMappedPort(8080) + path);
    HttpClient client = HttpClient.newHttpClient();
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int caller = 0; caller < callers; caller++) {
        all.add(threads.submit(() -> ask(client, uri, each)));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } finally {
      threads.shutdown();
    }
  }

  private static Void ask(HttpClient client, URI uri, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      HttpResponse<String> answer =
          client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException(answer.statusCode() + ": " + answer.body());
      }
    }
    return null;
  }
}
