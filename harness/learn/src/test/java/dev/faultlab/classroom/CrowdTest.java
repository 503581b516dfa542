package dev.faultlab.classroom;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** One person cannot take the place of many, and the facilitator can ask a person to leave. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
class CrowdTest extends InRoom {
  private Visitor ann;
  private Visitor lead;

  @BeforeEach
  void open() throws Exception {
    ann = served.joined("Ann");
    lead = served.lead();
  }

  @Test
  void aPersonHasAFewPagesOfWhichTheOldestEnds() throws Exception {
    List<BufferedReader> pages = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      pages.add(ann.listen());
      assertThat(pages.get(i).readLine()).isEqualTo("event: change");
    }
    for (BufferedReader page : pages.subList(0, 16)) {
      assertThat(page.lines().toList()).isNotEmpty(); // until the server ends it
    }
    assertThat(served.pages()).isEqualTo(4);
    try (BufferedReader leads = lead.listen()) {
      assertThat(leads.readLine()).isEqualTo("event: change");
      assertThat(served.pages()).isEqualTo(5);
    }
  }

  @Test
  void aPersonWhoIsRemovedIsAStrangerAndTheOldCodeIsWorthNothing() throws Exception {
    String old = served.session.code();
    Visitor ben = served.joined("Ben");
    lead.move("predict");
    assertThat(ben.answer(Sample.answer(served.session.lesson().questions().get(0), 0)))
        .isEqualTo(204);
    try (BufferedReader page = ben.listen();
        BufferedReader other = ann.listen()) {
      assertThat(page.readLine()).isEqualTo("event: change");
      assertThat(lead.post("api/lead/remove", Map.of("people", List.of(2))).statusCode())
          .isEqualTo(204);
      assertThat(page.lines().toList()).isNotEmpty(); // until the server ends it
      assertThat(other.readLine()).isEqualTo("event: change");
      assertThat(served.pages()).isEqualTo(1);
    }
    assertThat(ben.get("api/view").statusCode()).isEqualTo(401);
    assertThat(ann.get("api/view").statusCode()).isEqualTo(200);
    assertThat(lead.get("api/lead/results.csv").body().lines()).hasSize(1);
    assertThat(lead.json("api/lead/view").path("people")).hasSize(1);
    assertThat(lead.post("api/lead/code", Map.of()).statusCode()).isEqualTo(204);
    assertThat(ben.join(old, "Ben")).isEqualTo(403);
    served.joined("Kim");
    assertThat(served.session.state().people()).as("no number comes again").containsOnlyKeys(1, 3);
  }

  /** Also when it forgets each time who it has become. */
  @Test
  void oneBrowserIsOnePerson() throws Exception {
    HttpClient forgetful = HttpClient.newHttpClient();
    String browser = fresh(forgetful).orElseThrow();
    for (int i = 0; i < 10; i++) {
      assertThat(join(forgetful, browser)).isEqualTo(204);
    }
    assertThat(join(forgetful, browser + "x")).isEqualTo(429);
    assertThat(join(forgetful, "a=b")).isEqualTo(429);
    assertThat(served.session.state().people()).hasSize(2);
  }

  @Test
  void whoeverDropsCookiesFillsNoRoomAndWhoHasOneStillJoins() throws Exception {
    Visitor ben = served.stranger();
    ben.get("api/door");
    HttpClient forgetful = HttpClient.newHttpClient();
    for (int i = 0; i < 200; i++) {
      join(forgetful, fresh(forgetful).orElse("none=here"));
    }
    assertThat(served.session.state().people()).hasSizeBetween(100, 125);
    assertThat(ben.join(served.session.code().replaceFirst("....", "$0 -"), "Ben")).isEqualTo(204);
    served.lead();
  }

  private Optional<String> fresh(HttpClient client) throws Exception {
    return client
        .send(request("api/door").build(), BodyHandlers.discarding())
        .headers()
        .firstValue("Set-Cookie")
        .map(cookie -> cookie.split(";")[0]);
  }

  private int join(HttpClient client, String cookie) throws Exception {
    String body = "{\"code\":\"" + served.session.code() + "\",\"name\":\"\"}";
    HttpResponse<Void> response =
        client.send(
            request("api/join")
                .header("Cookie", cookie)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.discarding());
    return response.statusCode();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(served.base() + path));
  }
}
