import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.ConcurrentHistogram;

/**
 * A room of people who answer, for the benchmark {@code class}. Each sends one answer a second; a
 * round trip is counted from when the answer was due, so that one that is late does not hide those
 * behind it. Prints "answers, refused or lost, p50, p99, max" (milliseconds), separated by tabs.
 *
 * <p>Usage: java -cp HARNESS ClassLoad.java BASE CODE TOKEN PEOPLE SECONDS
 */
public final class ClassLoad {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ClassLoad() {}

  public static void main(String[] args) throws Exception {
    String base = args[0];
    int people = Integer.parseInt(args[3]);
    int seconds = Integer.parseInt(args[4]);
    HttpClient lead = browser();
    require(204, post(lead, base + "api/lead/enter", "{\"token\":\"" + args[2] + "\"}"));
    require(204, post(lead, base + "api/lead/move", "{\"phase\":\"predict\",\"shown\":false}"));
    List<HttpClient> room = new ArrayList<>();
    for (int i = 0; i < people; i++) {
      HttpClient one = browser();
      require(204, post(one, base + "api/join", "{\"code\":\"" + args[1] + "\",\"name\":\"" + i + "\"}"));
      room.add(one);
    }
    List<String> answers = answers(room.get(0), base);
    ConcurrentHistogram micros = new ConcurrentHistogram(3);
    ExecutorService pool = Executors.newFixedThreadPool(people);
    List<Callable<Integer>> all = new ArrayList<>();
    long begin = System.nanoTime();
    for (int i = 0; i < people; i++) {
      HttpClient one = room.get(i);
      // Spread over the second, as people are.
      long offset = TimeUnit.SECONDS.toNanos(1) * i / people;
      all.add(() -> answer(one, base, answers, begin + offset, seconds, micros));
    }
    int lost = 0;
    for (Future<Integer> each : pool.invokeAll(all)) {
      lost += each.get();
    }
    pool.shutdown();
    System.out.printf(
        "%d\t%d\t%.1f\t%.1f\t%.1f%n",
        micros.getTotalCount(),
        lost,
        micros.getValueAtPercentile(50) / 1000.0,
        micros.getValueAtPercentile(99) / 1000.0,
        micros.getMaxValue() / 1000.0);
  }

  private static int answer(
      HttpClient one, String base, List<String> answers, long first, int seconds, ConcurrentHistogram micros)
      throws Exception {
    int lost = 0;
    for (int i = 0; i < seconds; i++) {
      long due = first + TimeUnit.SECONDS.toNanos(i);
      TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
      int status = post(one, base + "api/answer", answers.get(i % answers.size())).statusCode();
      micros.recordValue(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - due));
      lost += status == 204 ? 0 : 1;
    }
    return lost;
  }

  /** An answer to each question that asks for a number or a choice. */
  private static List<String> answers(HttpClient one, String base) throws Exception {
    HttpRequest get = HttpRequest.newBuilder(URI.create(base + "api/view")).build();
    JsonNode view = JSON.readTree(one.send(get, HttpResponse.BodyHandlers.ofString()).body());
    List<String> answers = new ArrayList<>();
    for (JsonNode question : view.path("questions")) {
      String given =
          switch (question.path("kind").asText()) {
            case "number" -> "{\"kind\":\"number\",\"value\":" + question.path("measure").path("from") + "}";
            case "choice" -> "{\"kind\":\"choice\",\"option\":" + question.path("options").path(0).path("id") + "}";
            default -> "";
          };
      if (!given.isEmpty() && question.path("round").isNumber()) {
        answers.add("{\"question\":" + question.path("id") + ",\"given\":" + given + ",\"confidence\":0.5}");
      }
    }
    return answers;
  }

  private static HttpClient browser() {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .cookieHandler(new CookieManager())
        .build();
  }

  private static HttpResponse<String> post(HttpClient client, String url, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private static void require(int status, HttpResponse<String> response) {
    if (response.statusCode() != status) {
      throw new IllegalStateException(response.uri() + ": " + response.statusCode() + " " + response.body());
    }
  }
}
