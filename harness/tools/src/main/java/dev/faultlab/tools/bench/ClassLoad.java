package dev.faultlab.tools.bench;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.files.Json;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * A room of participants for the benchmark {@code class}. They answer first without other load,
 * then while another address attacks the server ({@link Attack}), then while the class's own run of
 * the lab is active, for the given number of rounds. Every participant has the page open and
 * fetches each change; so does the facilitator, whose page is told of each answer. Each sends one
 * answer a second, spread over the second. A round trip is measured from when the answer was due,
 * whatever happened to earlier ones.
 *
 * <p>Finally the room is moved from stage to stage, and the time is measured until every page shows
 * the stage.
 *
 * <p>Prints a line of CSV for each of the four: the median, the 99th percentile with its 95 %
 * interval (bootstrap over the seconds: answers of one second are not independent), and the
 * longest. Times in milliseconds.
 *
 * <p>Usage: ClassLoad BASE CODE TOKEN PEOPLE SECONDS-ALONE ROUNDS COMMIT
 */
public final class ClassLoad {
  private static final int RESAMPLES = 2000;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final String base;
  private final Map<Integer, ConcurrentLinkedQueue<Long>> microsBySecond =
      new ConcurrentHashMap<>();
  private final AtomicLong lost = new AtomicLong();
  private final AtomicLong underWay = new AtomicLong();
  private volatile Move move = new Move("none", 0, 0, Set.of());

  private ClassLoad(String base) {
    this.base = base;
  }

  /**
   * A move of the room to another stage.
   *
   * @param there cookies of the pages that show it
   */
  private record Move(String stage, int number, long nanos, Set<String> there) {}

  /** A participant's open page. */
  private record Page(String cookie, String view) {}

  public static void main(String[] args) throws Exception {
    ClassLoad load = new ClassLoad(args[0]);
    int people = Integer.parseInt(args[3]);
    Page lead = load.enter(args[2]);
    load.post(lead, "api/lead/move", "{\"phase\":\"predict\",\"shown\":false}");
    load.open(lead);
    List<Page> room = new ArrayList<>();
    for (int i = 0; i < people; i++) {
      Page page = load.join(args[1], "person " + i);
      load.open(page);
      room.add(page);
    }
    List<String> answers = load.answers(room.get(0));
    System.out.println(
        "beside,rounds,seconds,people,answers,lost,p50 ms,p99 ms,p99 low,p99 high,longest ms,commit");
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[4]));
    load.measure(room, answers, 0, () -> System.nanoTime() < end);
    load.report(System.out, "nothing", 1, people, args[6]);
    try (Attack attack = new Attack(URI.create(args[0]), load.join(args[1], "thief").cookie())) {
      long over = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[4]));
      load.measure(room, answers, 0, () -> System.nanoTime() < over);
    }
    load.report(System.out, "an attack from another address", 1, people, args[6]);
    int rounds = Integer.parseInt(args[5]);
    for (int round = 1; round <= rounds; round++) {
      load.post(lead, "api/lead/run", "{}");
      load.measure(room, answers, round * 100_000, () -> load.state(lead).equals("RUNNING"));
      String state = load.state(lead);
      if (!state.equals("DONE")) {
        throw new IllegalStateException("the lab's run ended as " + state);
      }
    }
    if (rounds > 0) {
      load.report(System.out, "the lab", rounds, people, args[6]);
    } else {
      load.post(lead, "api/lead/replay", "{\"run\":\"\"}");
    }
    List<String> stages = List.of("discuss", "again", "run", "reveal", "explain", "score");
    for (int i = 0; i < stages.size(); i++) {
      load.move(lead, stages.get(i), i, people);
    }
    load.report(System.out, "a move to another stage", stages.size(), people, args[6]);
    System.exit(0); // the pages stay open otherwise
  }

  /** All participants answer once a second, as long as work is running. */
  private void measure(
      List<Page> room, List<String> answers, int firstSecond, BooleanSupplier goesOn)
      throws InterruptedException {
    ScheduledExecutorService clock = Executors.newScheduledThreadPool(2);
    long begin = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
    List<ScheduledFuture<?>> all = new ArrayList<>();
    for (int i = 0; i < room.size(); i++) {
      Page page = room.get(i);
      long offset = TimeUnit.SECONDS.toNanos(1) * i / room.size();
      AtomicLong count = new AtomicLong();
      all.add(
          clock.scheduleAtFixedRate(
              () -> {
                long n = count.getAndIncrement();
                long due = begin + offset + TimeUnit.SECONDS.toNanos(n);
                answer(page, answers.get((int) (n % answers.size())), due, firstSecond + (int) n);
              },
              begin + offset - System.nanoTime(),
              TimeUnit.SECONDS.toNanos(1),
              TimeUnit.NANOSECONDS));
    }
    while (goesOn.getAsBoolean()) {
      TimeUnit.MILLISECONDS.sleep(500);
    }
    all.forEach(each -> each.cancel(false));
    clock.shutdown();
    while (underWay.get() > 0) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  /** Moves all participants to a stage, and waits until each page shows it. */
  private void move(Page lead, String stage, int number, int people)
      throws IOException, InterruptedException {
    Move own = new Move(stage, number, System.nanoTime(), ConcurrentHashMap.newKeySet());
    move = own;
    post(lead, "api/lead/move", "{\"phase\":\"" + stage + "\",\"shown\":false}");
    while (own.there().size() < people) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private void shown(Page page, String view) {
    Move own = move;
    if (page.view().equals("api/view")
        && view.contains("\"phase\":\"" + own.stage() + "\"")
        && own.there().add(page.cookie())) {
      microsBySecond
          .computeIfAbsent(own.number(), m -> new ConcurrentLinkedQueue<>())
          .add(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - own.nanos()));
    }
  }

  private void answer(Page page, String answer, long due, int second) {
    underWay.incrementAndGet();
    client
        .sendAsync(request(page, "api/answer", answer), BodyHandlers.discarding())
        .whenComplete(
            (response, failure) -> {
              microsBySecond
                  .computeIfAbsent(second, s -> new ConcurrentLinkedQueue<>())
                  .add(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - due));
              if (failure != null || response.statusCode() != 204) {
                lost.incrementAndGet();
              }
              underWay.decrementAndGet();
            });
  }

  /** Prints one line and resets the measurements. */
  private void report(PrintStream out, String beside, int rounds, int people, String commit) {
    List<long[]> seconds =
        new TreeMap<>(microsBySecond)
            .values().stream()
                .map(queue -> queue.stream().mapToLong(Long::longValue).toArray())
                .toList();
    long[] all = seconds.stream().flatMapToLong(Arrays::stream).sorted().toArray();
    Random random = new Random(1);
    double[] resampled = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      resampled[i] =
          percentile(
              random
                  .ints(seconds.size(), 0, seconds.size())
                  .mapToObj(seconds::get)
                  .flatMapToLong(Arrays::stream)
                  .sorted()
                  .toArray(),
              0.99);
    }
    Arrays.sort(resampled);
    out.printf(
        Locale.ROOT,
        "%s,%d,%d,%d,%d,%d,%.1f,%.1f,%.1f,%.1f,%.1f,%s%n",
        beside,
        rounds,
        seconds.size(),
        people,
        all.length,
        lost.get(),
        percentile(all, 0.5),
        percentile(all, 0.99),
        resampled[(int) (RESAMPLES * 0.025)],
        resampled[(int) (RESAMPLES * 0.975)],
        all[all.length - 1] / 1000.0,
        commit);
    out.flush();
    microsBySecond.clear();
    lost.set(0);
  }

  /** Converts sorted microseconds to milliseconds. */
  private static double percentile(long[] sorted, double share) {
    return sorted[(int) Math.ceil(share * sorted.length) - 1] / 1000.0;
  }

  private Page enter(String token) throws IOException, InterruptedException {
    return page("api/lead/enter", "", Map.of("token", token), "api/lead/view");
  }

  private Page join(String code, String name) throws IOException, InterruptedException {
    String browser = cookie(client.send(get("", "api/door"), BodyHandlers.ofString()));
    return page("api/join", browser, Map.of("code", code, "name", name), "api/view");
  }

  private Page page(String path, String before, Map<String, String> body, String view)
      throws IOException, InterruptedException {
    String json = Json.MAPPER.writeValueAsString(body);
    return new Page(cookie(post(new Page(before, ""), path, json)), view);
  }

  private static String cookie(HttpResponse<String> response) {
    return response.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
  }

  /**
   * Another address on loopback that holds as much as it can: requests with endless headers, bodies
   * of a byte a second, and event streams of one person. Connections that the server cuts off are
   * reopened.
   */
  private static final class Attack implements AutoCloseable {
    private static final int SLOW = 300;
    private static final int STREAMS = 700;
    private static final String HOST = " HTTP/1.1\r\nHost: 127.0.0.1\r\n";
    private static final List<String> HEADS =
        List.of(
            "GET /" + HOST + "X-Slow: ",
            "POST /api/join"
                + HOST
                + "Content-Type: application/json\r\nContent-Length: 10000\r\n\r\n{");

    private final InetSocketAddress to;
    private final List<Socket> sockets = new ArrayList<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();

    Attack(URI to, String cookie) throws IOException {
      this.to = new InetSocketAddress(to.getHost(), to.getPort());
      String events = "Accept: text/event-stream\r\nCookie: " + cookie + "\r\n\r\n";
      for (int i = 0; i < SLOW + STREAMS; i++) {
        sockets.add(
            ask(i < SLOW ? HEADS.get(i % HEADS.size()) : "GET /api/events" + HOST + events));
      }
      clock.scheduleAtFixedRate(this::drip, 1, 1, TimeUnit.SECONDS);
    }

    private Socket ask(String head) throws IOException {
      Socket socket = new Socket();
      socket.bind(new InetSocketAddress("127.0.0.2", 0));
      socket.connect(to);
      try {
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      } catch (IOException cutOff) {
        return socket; // the next drip asks again
      }
      return socket;
    }

    private void drip() {
      for (int i = 0; i < SLOW; i++) {
        try {
          sockets.get(i).getOutputStream().write(' ');
        } catch (IOException cutOff) {
          try {
            sockets.get(i).close();
            sockets.set(i, ask(HEADS.get(i % HEADS.size())));
          } catch (IOException refused) {
            continue; // the next second is another try
          }
        }
      }
    }

    @Override
    public void close() throws IOException {
      clock.shutdownNow();
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  /** Acts like the page's script: it is told of a change, and fetches it. */
  private void open(Page page) throws InterruptedException {
    Asking view = new Asking(page, page.view());
    Asking run = new Asking(page, "api/run");
    CountDownLatch heard = new CountDownLatch(1);
    HttpRequest events =
        HttpRequest.newBuilder(get(page.cookie(), "api/events"), (name, value) -> true)
            .header("Accept", "text/event-stream")
            .build();
    client
        .sendAsync(events, BodyHandlers.ofLines())
        .thenAcceptAsync(
            answer ->
                answer
                    .body()
                    .forEach(
                        line -> {
                          heard.countDown();
                          if (line.equals("data: view")) {
                            view.look();
                          } else if (line.equals("data: run")) {
                            run.look();
                          }
                        }),
            threads)
        .whenComplete(
            (ended, failure) -> {
              System.err.println("class bench: a page's events ended: " + failure);
              System.exit(1);
            });
    heard.await(); // a page without events would be no load
  }

  /** Fetches one item, one request at a time, and once more if it was requested meanwhile. */
  private final class Asking {
    private final Page page;
    private final String path;
    private final AtomicInteger wanted = new AtomicInteger();

    Asking(Page page, String path) {
      this.page = page;
      this.path = path;
    }

    void look() {
      if (wanted.getAndIncrement() == 0) {
        ask();
      }
    }

    private void ask() {
      client
          .sendAsync(get(page.cookie(), path), BodyHandlers.ofString())
          .whenComplete(
              (response, failure) -> {
                if (failure == null && path.equals(page.view())) {
                  shown(page, response.body());
                }
                if (wanted.getAndSet(0) > 1) {
                  look();
                }
              });
    }
  }

  private String state(Page lead) {
    try {
      return json(lead, "api/run").path("state").asText();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private JsonNode json(Page page, String path) throws IOException, InterruptedException {
    return Json.MAPPER.readTree(
        client.send(get(page.cookie(), path), BodyHandlers.ofString()).body());
  }

  /** An answer to each question for a number or a choice. */
  private List<String> answers(Page page) throws IOException, InterruptedException {
    List<String> answers = new ArrayList<>();
    for (JsonNode question : json(page, "api/view").path("questions")) {
      String kind = question.path("kind").asText();
      String given =
          kind.equals("number")
              ? "\"value\":" + question.path("measure").path("from")
              : "\"option\":" + question.path("options").path(0).path("id");
      if (Set.of("number", "choice").contains(kind) && question.path("round").isNumber()) {
        answers.add(
            "{\"question\":%s,\"given\":{\"kind\":\"%s\",%s},\"confidence\":0.5}"
                .formatted(question.path("id"), kind, given));
      }
    }
    return answers;
  }

  private HttpResponse<String> post(Page page, String path, String body)
      throws IOException, InterruptedException {
    HttpResponse<String> response = client.send(request(page, path, body), BodyHandlers.ofString());
    if (response.statusCode() != 204) {
      throw new IllegalStateException(path + ": " + response.statusCode());
    }
    return response;
  }

  private HttpRequest request(Page page, String path, String body) {
    return HttpRequest.newBuilder(get(page.cookie(), path), (name, value) -> true)
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
  }

  private HttpRequest get(String cookie, String path) {
    return HttpRequest.newBuilder(URI.create(base + path)).header("Cookie", cookie).build();
  }
}
