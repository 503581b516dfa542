package dev.faultlab.token.plain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.token.generate.Generator;
import dev.faultlab.token.generate.Issuing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlainServerTest {
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final HttpClient client = HttpClient.newHttpClient();
  private PlainServer server;

  @BeforeEach
  void start() throws IOException {
    PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    server = new PlainServer(new Settings(0, 4), new Issuing(out));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void hasAnEndpointPerGenerator(Generator generator) throws Exception {
    HttpResponse<String> silent = get("/codes/" + generator);
    assertThat(silent.statusCode()).isEqualTo(200);
    assertThat(silent.body()).matches("\\{\"code\":\"[0-9]{6}\"}");
    assertThat(printed.size()).isZero();

    String loud = get("/codes/" + generator + "/println").body();
    assertThat(loud).contains("\"" + printed.toString(StandardCharsets.UTF_8).strip() + "\"");
    assertThat(get("/stats").body()).contains("\"asked\":2,\"issued\":2");
  }

  @ParameterizedTest
  @EnumSource
  void hasAnEndpointPerGeneratorThatDrawsDigitByDigit(Generator generator) throws Exception {
    assertThat(get("/codes/" + generator + "/digits").body()).matches("\\{\"code\":\"[0-9]{6}\"}");
    assertThat(printed.size()).isZero();

    String loud = get("/codes/" + generator + "/digits/println").body();
    assertThat(loud).contains("\"" + printed.toString(StandardCharsets.UTF_8).strip() + "\"");
    assertThat(get("/stats").body()).contains("\"asked\":2,\"issued\":2");
  }

  @Test
  void beginsAnewAtReset() throws Exception {
    get("/codes/new-random");
    assertThat(get("/reset").body()).contains("\"asked\":1");
    assertThat(get("/stats?inside=java.io.PrintStream").body())
        .contains("\"asked\":0", "\"inside\":\"java.io.PrintStream\"");
  }

  @Test
  void saysWhatIsWrongWithAnAddress() throws Exception {
    assertThat(get("/codes/dice").statusCode()).isEqualTo(400);
    assertThat(get("/codes/dice").body()).contains("found 'dice', expected shared-random or");
    assertThat(get("/nothing").body()).contains("found '/nothing', expected /codes/");
    assertThat(get("/health").body()).contains("ready");
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + server.port() + path);
    return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }
}
