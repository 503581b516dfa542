package dev.faultlab.classroom;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.faultlab.lesson.Prediction;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A browser without a window, with cookies of its own. */
final class Visitor {
  private static final ObjectMapper JSON = ClassServer.json();

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .cookieHandler(new CookieManager())
          .build();
  private final String base;

  Visitor(String base) {
    this.base = base;
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(base + path)));
  }

  HttpResponse<String> post(String path, Object body) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(base + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body))));
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  /** Opens the stream of changes; what it says. */
  BufferedReader listen() throws IOException, InterruptedException {
    HttpRequest events =
        HttpRequest.newBuilder(URI.create(base + "api/events"))
            .header("Accept", "text/event-stream")
            .build();
    HttpResponse<InputStream> stream = client.send(events, BodyHandlers.ofInputStream());
    if (stream.statusCode() != 200) {
      throw new IOException("no stream: " + stream.statusCode());
    }
    return new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8));
  }

  JsonNode json(String path) throws IOException, InterruptedException {
    return JSON.readTree(get(path).body());
  }

  /** Opens the page, as a browser does, and joins. */
  int join(String code, String name) throws IOException, InterruptedException {
    get("api/door");
    return post("api/join", Map.of("code", code, "name", name)).statusCode();
  }

  int lead(String token) throws IOException, InterruptedException {
    return post("api/lead/enter", Map.of("token", token)).statusCode();
  }

  int move(String phase) throws IOException, InterruptedException {
    return post("api/lead/move", Map.of("phase", phase, "shown", false)).statusCode();
  }

  int answer(Prediction prediction) throws IOException, InterruptedException {
    return post("api/answer", prediction).statusCode();
  }
}
