package dev.faultlab.charset.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CharsetServiceTest {
  private static final String TEXT = "\u6587\u5b57";

  private final HttpClient client = HttpClient.newHttpClient();
  private HttpServer server;

  @BeforeEach
  void start() throws Exception {
    server = CharsetService.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 2);
  }

  @AfterEach
  void stop() {
    server.stop(0);
    ((ExecutorService) server.getExecutor()).shutdown();
  }

  @Test
  void decodesByTheCharsetOfTheRequest() throws Exception {
    HttpResponse<String> answer = decode("?way=name", "Shift_JIS", TEXT.getBytes("Shift_JIS"));
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("2");
  }

  @Test
  void refusesACharsetThatNobodyKnows() throws Exception {
    for (String way : List.of("name", "kept")) {
      HttpResponse<String> answer = decode("?way=" + way, "x-invented", new byte[] {65});
      assertThat(answer.statusCode()).isEqualTo(415);
      assertThat(answer.body()).contains("x-invented");
    }
  }

  @Test
  void refusesWhatItCannotRead() throws Exception {
    assertThat(decode("?way=both", "UTF-8", new byte[0]).body()).contains("expected name or kept");
    assertThat(decode("?weg=name", "UTF-8", new byte[0]).statusCode()).isEqualTo(400);
    assertThat(post("/decode", "text/plain", new byte[0]).body()).contains("charset=NAME");
  }

  @Test
  void countsFromTheLastResetOn() throws Exception {
    decode("?way=name", "UTF-8", new byte[] {65});
    post("/reset", "text/plain", new byte[0]);
    for (int i = 0; i < 10; i++) {
      for (String name : List.of("UTF-8", "Shift_JIS", "EUC-JP", "x-faultlab-a")) {
        decode("?way=name", name, "a".getBytes(Charset.forName("US-ASCII")));
      }
    }
    decode("?way=kept", "x-faultlab-a", new byte[] {65});

    JsonNode stats = stats();
    assertThat(stats.at("/decodes").asLong()).isEqualTo(41);
    assertThat(stats.at("/byName").asLong()).isEqualTo(40);
    assertThat(stats.at("/needing").asLong()).isEqualTo(11);
    assertThat(stats.at("/lookups").asLong()).isEqualTo(10);
    assertThat(stats.at("/allocatedBytes").asLong()).isPositive();
    assertThat(stats.at("/cpuNanos").asLong()).isNotNegative();
  }

  @Test
  void readsTheCharsetOfAMediaType() {
    assertThat(DecodeHandler.charset("text/plain; charset=UTF-8")).isEqualTo("UTF-8");
    assertThat(DecodeHandler.charset("text/plain;Charset=\"EUC-JP\"; q=1")).isEqualTo("EUC-JP");
    assertThatThrownBy(() -> DecodeHandler.charset("text/plain; charset="))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void refusesAnEnvironmentThatIsNotANumber() {
    assertThatThrownBy(() -> CharsetService.start(Map.of("CHARSET_PORT", "http")))
        .hasMessageContaining("CHARSET_PORT: found 'http'");
  }

  private HttpResponse<String> decode(String query, String charset, byte[] body) throws Exception {
    return post("/decode" + query, "text/plain; charset=" + charset, body);
  }

  private HttpResponse<String> post(String path, String type, byte[] body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(uri(path))
            .header("Content-Type", type)
            .POST(BodyPublishers.ofByteArray(body))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  private JsonNode stats() throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(uri("/stats")).build();
    return new ObjectMapper().readTree(client.send(request, BodyHandlers.ofString()).body());
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }
}
