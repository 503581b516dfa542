package dev.faultlab.token.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetupTest;
import dev.faultlab.token.generate.Generator;
import dev.faultlab.token.plain.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.ConfigurableApplicationContext;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TokenServiceTest {
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final HttpClient client = HttpClient.newHttpClient();
  private final GreenMail mailServer = new GreenMail(ServerSetupTest.SMTP.dynamicPort());
  private ConfigurableApplicationContext service;

  @BeforeAll
  void start() {
    PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    mailServer.start();
    service =
        TokenService.start(new Settings(0, 4), "127.0.0.1:" + mailServer.getSmtp().getPort(), out);
  }

  @AfterAll
  void stop() {
    service.close();
    mailServer.stop();
  }

  @BeforeEach
  void reset() throws Exception {
    send("POST", "/reset");
    printed.reset();
    mailServer.purgeEmailFromAllMailboxes();
  }

  @ParameterizedTest
  @EnumSource
  void hasAnEndpointPerGenerator(Generator generator) throws Exception {
    HttpResponse<String> silent = send("GET", "/codes/" + generator);
    assertThat(silent.statusCode()).isEqualTo(200);
    assertThat(silent.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(silent.body()).matches("\\{\"code\":\"[0-9]{6}\"}");
    assertThat(printed.size()).isZero();

    String loud = send("GET", "/codes/" + generator + "/println").body();
    assertThat(loud).contains("\"" + printed.toString(StandardCharsets.UTF_8).strip() + "\"");
    assertThat(send("GET", "/stats").body()).contains("\"asked\":2,\"issued\":2");
  }

  @ParameterizedTest
  @EnumSource
  void hasAnEndpointPerGeneratorThatDrawsDigitByDigit(Generator generator) throws Exception {
    assertThat(send("GET", "/codes/" + generator + "/digits").body())
        .matches("\\{\"code\":\"[0-9]{6}\"}");
    assertThat(printed.size()).isZero();

    String loud = send("GET", "/codes/" + generator + "/digits/println").body();
    assertThat(loud).contains("\"" + printed.toString(StandardCharsets.UTF_8).strip() + "\"");
    assertThat(send("GET", "/stats").body()).contains("\"asked\":2,\"issued\":2");
  }

  @Test
  void mailsTheCodeBeforeItAnswers() throws Exception {
    String answer = send("GET", "/codes/shared-secure-random/mail").body();
    assertThat(answer).contains("\"" + mailed() + "\"");
    assertThat(send("GET", "/stats").body()).contains("\"asked\":1,\"issued\":1");
  }

  @Test
  void mailsTheCodeOnAnotherThread() throws Exception {
    String answer = send("GET", "/codes/shared-secure-random/mail-later").body();
    assertThat(mailServer.waitForIncomingEmail(60_000, 1)).isTrue();
    assertThat(answer).contains("\"" + mailed() + "\"");
  }

  /** The one code that has come by mail. */
  private String mailed() throws Exception {
    assertThat(mailServer.getReceivedMessages()).hasSize(1);
    return mailServer.getReceivedMessages()[0].getContent().toString().strip();
  }

  @Test
  void saysThatThereIsNoMailServer() {
    assertThatThrownBy(() -> new Mailing("").send("000000")).hasMessageContaining("TOKEN_MAIL");
    assertThatThrownBy(() -> new Mailing("mail")).hasMessageContaining("expected host:port");
  }

  @Test
  void countsThreadsInsideAClass() throws Exception {
    String own = "dev.faultlab.token.service.TokenController";
    assertThat(send("GET", "/stats?inside=" + own).body())
        .contains("\"server\":\"spring\"", "\"inside\":\"" + own + "\",\"running\":1");
  }

  @Test
  void saysWhatIsWrongWithAnAddress() throws Exception {
    HttpResponse<String> answer = send("GET", "/codes/dice");
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("found 'dice', expected shared-random or");
  }

  private HttpResponse<String> send(String method, String path)
      throws IOException, InterruptedException {
    int port = service.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }
}
