package dev.faultlab.lookup.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lookup.backend.Backend;
import dev.faultlab.lookup.resolve.AddressCache;
import dev.faultlab.lookup.resolve.HoldingDns;
import dev.faultlab.lookup.resolve.HostName;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The whole service over HTTP, with a backend and a DNS server on the loopback. InetAddress is
 * asked for "localhost", the one name that it resolves everywhere; the others for names in the zone
 * "lab".
 */
@Timeout(60)
class LookupServiceTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int THREADS = 8;

  private final HttpClient http = HttpClient.newHttpClient();
  private HoldingDns dns;
  private Backend backend;
  private ConfigurableApplicationContext service;

  @BeforeEach
  void start() throws Exception {
    dns = new HoldingDns(true);
    backend = new Backend(0, 0);
    service =
        LookupService.start(
            new ServiceSettings(
                0,
                THREADS,
                new AddressCache(0, OptionalInt.empty(), OptionalInt.empty()),
                new HostName("localhost"),
                new HostName("lab"),
                backend.port(),
                Optional.of(dns.address())));
  }

  @AfterEach
  void stop() {
    service.close();
    backend.close();
    dns.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "resolver=jndi | resolver: found 'jndi', expected inetaddress or netty or dnsjava",
        "names= | names: found '', expected shared or per-thread",
        "connection=close | connection: found 'close', expected new or keep-alive",
        "host=A.lab | host: found 'A.lab', expected a host name",
        "host=a.org | host: found 'a.org', expected a name in the zone 'lab'",
        "host=a.lab&host=b.lab | host: found 2 values, expected one",
        "ttl=0 | found the parameter 'ttl', expected some of [connection, host, names, resolver]",
      })
  void aWrongSettingIsTheCallersFaultAndIsExplained(String query, String message) throws Exception {
    HttpResponse<String> response = get("/call?" + query);
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(JSON.readTree(response.body()).at("/error").asString()).startsWith(message);
    assertThat(stats().at("/calls/started").asInt()).isZero();
  }

  @Test
  void aNewConnectionLooksUpEachTime() throws Exception {
    callThreeTimes("connection=new");
    assertThat(stats().at("/lookups/inetaddress/finished").asInt()).isEqualTo(3);
  }

  @Test
  void aKeptConnectionLooksUpOnceUntilTheNextTrial() throws Exception {
    callThreeTimes("connection=keep-alive");
    assertThat(stats().at("/lookups/inetaddress/finished").asInt()).isEqualTo(1);

    reset();
    callThreeTimes("connection=keep-alive");
    assertThat(stats().at("/lookups/inetaddress/finished").asInt()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"netty", "dnsjava"})
  void callersInsideAreCountedAtTheMomentTheyAreThere(String resolver) throws Exception {
    List<CompletableFuture<HttpResponse<String>>> calls = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      calls.add(getAsync("/call?host=backend.lab&resolver=" + resolver));
    }
    // All of them are asking, and none has an answer.
    assertThat(dns.awaitHeld(THREADS)).containsOnly("backend.lab");
    dns.release();
    for (CompletableFuture<HttpResponse<String>> call : calls) {
      assertThat(call.get().statusCode()).isEqualTo(200);
    }

    JsonNode stats = stats();
    assertThat(stats.at("/calls").toString())
        .isEqualTo("{\"started\":8,\"finished\":8,\"failed\":0}");
    assertThat(stats.at("/lookups/" + resolver).toString())
        .isEqualTo(
            "{\"started\":8,\"finished\":8,\"failed\":0,"
                + "\"concurrentCallers\":0,\"maxConcurrentCallers\":8,"
                + "\"maxConcurrentCallersOfOneName\":8}");
    assertThat(stats.at("/lookups/inetaddress/started").asInt()).isZero();
  }

  @Test
  void aCallThatIsUnderWayAtTheResetEndsInItsOwnTrial() throws Exception {
    CompletableFuture<HttpResponse<String>> call =
        getAsync("/call?host=backend.lab&resolver=netty");
    dns.awaitHeld(1);
    JsonNode ended = reset();
    assertThat(ended.at("/lookups/netty/concurrentCallers").asInt()).isEqualTo(1);
    dns.release();
    assertThat(call.get().statusCode()).isEqualTo(200);

    JsonNode stats = stats();
    assertThat(stats.at("/calls").toString())
        .isEqualTo("{\"started\":0,\"finished\":0,\"failed\":0}");
    assertThat(stats.at("/lookups/netty").toString())
        .isEqualTo(
            "{\"started\":0,\"finished\":0,\"failed\":0,"
                + "\"concurrentCallers\":0,\"maxConcurrentCallers\":0,"
                + "\"maxConcurrentCallersOfOneName\":0}");
  }

  @Test
  void eachThreadOfThePoolHasANameOfItsOwn() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> calls = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      calls.add(getAsync("/call?host=backend.lab&resolver=netty&names=per-thread"));
    }
    List<String> names = dns.awaitHeld(THREADS);
    dns.release();
    for (CompletableFuture<HttpResponse<String>> call : calls) {
      call.get();
    }
    assertThat(names).doesNotHaveDuplicates().allMatch(n -> n.matches("w[0-7]\\.backend\\.lab"));
    JsonNode lookups = stats().at("/lookups/netty");
    assertThat(lookups.at("/maxConcurrentCallers").asInt()).isEqualTo(THREADS);
    assertThat(lookups.at("/maxConcurrentCallersOfOneName").asInt()).isEqualTo(1);
  }

  @Test
  void aBackendThatIsGoneIsNotTheCallersFault() throws Exception {
    backend.close();
    HttpResponse<String> response = get("/call");
    assertThat(response.statusCode()).isEqualTo(502);
    assertThat(JSON.readTree(response.body()).at("/error").asString()).contains("refused");
    assertThat(stats().at("/calls/failed").asInt()).isEqualTo(1);
  }

  @Test
  void theFactsSayWhatTheyBelongTo() throws Exception {
    assertThat(get("/health").body()).isEqualTo("{\"status\":\"ready\"}");
    JsonNode stats = stats();
    assertThat(stats.at("/jvm/java").asString())
        .isEqualTo(System.getProperty("java.runtime.version"));
    assertThat(stats.at("/jvm/ttlSeconds").asInt()).isZero();
    assertThat(stats.at("/jvm/threads").asInt()).isEqualTo(THREADS);
    assertThat(stats.at("/nameServiceGet/attached").asBoolean()).isFalse();
  }

  private void callThreeTimes(String query) throws Exception {
    for (int i = 0; i < 3; i++) {
      HttpResponse<String> response = get("/call?" + query);
      assertThat(response.body()).isEqualTo("{\"name\":\"localhost\",\"status\":200}");
    }
  }

  private JsonNode stats() throws Exception {
    return JSON.readTree(get("/stats").body());
  }

  private JsonNode reset() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(uri("/reset")).POST(HttpRequest.BodyPublishers.noBody()).build();
    return JSON.readTree(http.send(request, HttpResponse.BodyHandlers.ofString()).body());
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
  }

  private CompletableFuture<HttpResponse<String>> getAsync(String path) {
    return http.sendAsync(
        HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
  }

  private URI uri(String path) {
    String port = service.getEnvironment().getProperty("local.server.port");
    return URI.create("http://127.0.0.1:" + port + path);
  }
}
