package dev.faultlab.classroom;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever is sent to an endpoint is the sender's fault, never the server's: 4xx and not 5xx. */
class HostileRequestTest extends InRoom {
  private static final List<String> READ_PATHS =
      List.of(
          (",lead,screen,app/look.css,app/dom.js,api/door,api/view,api/run,api/incident.svg,"
                  + "api/evidence,api/source,api/lead/view,api/lead/qr.svg,api/lead/results.csv,"
                  + "summary")
              .split(","));

  private static final List<String> WRITTEN_PATHS =
      List.of(
          ("api/join,api/answer,api/lead/enter,api/lead/move,api/lead/remove,api/lead/code,"
                  + "api/lead/run,api/lead/stop,api/lead/replay")
              .split(","));

  /** Those that read no body. */
  private static final List<String> EMPTY =
      List.of("api/lead/code", "api/lead/run", "api/lead/stop");

  private static final List<String> QUERIES =
      List.of(
          "?lang=%ff%fe",
          "?lang=%zz",
          "?lang=" + "x".repeat(3000),
          "?question=%00&file=..%2f..%2f&link=%0d%0a",
          "?question=window&question=window&link=",
          "?&&==&");

  private Visitor both;

  @BeforeEach
  void open() throws Exception {
    both = served.stranger();
    assertThat(both.join(served.session.code(), "Ann")).isEqualTo(204);
    assertThat(both.lead(served.session.start().token())).isEqualTo(204);
  }

  @Test
  void aBodyThatIsNoRequestIsRefusedByEveryEndpoint() throws Exception {
    for (String path : WRITTEN_PATHS) {
      for (Map.Entry<String, byte[]> body : bodies().entrySet()) {
        int status = status("POST", path, "application/json", body.getValue());
        assertThat(status)
            .as(path + " " + body.getKey())
            .isBetween(EMPTY.contains(path) ? 200 : 400, 499);
      }
    }
    assertThat(served.session.state().people()).hasSize(1);
    assertThat(served.session.state().now().phase()).isEqualTo(Phase.INCIDENT);
  }

  @Test
  void anotherTypeOfBodyIsRefusedByEveryEndpoint() throws Exception {
    List<String> types =
        List.of(
            ("text/plain|application/x-www-form-urlencoded|multipart/form-data; boundary=x|"
                    + "application/xml|application/json; charset=nonsense|"
                    + "application/json; charset=|application/json; charset=UTF-16")
                .split("\\|"));
    for (String path : WRITTEN_PATHS.stream().filter(p -> !EMPTY.contains(p)).toList()) {
      for (String type : types) {
        assertThat(status("POST", path, type, "[]".getBytes(StandardCharsets.UTF_8)))
            .as(path + " " + type)
            .isBetween(400, 499);
      }
    }
  }

  @Test
  void anotherMethodIsRefusedByEveryEndpoint() throws Exception {
    byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
    for (String method : List.of("PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "NONSENSE")) {
      for (String path : Stream.concat(READ_PATHS.stream(), WRITTEN_PATHS.stream()).toList()) {
        assertThat(status(method, path, "application/json", body))
            .as(method + " " + path)
            .isBetween(400, 499);
      }
    }
    for (String path : WRITTEN_PATHS) {
      assertThat(both.get(path).statusCode()).as("GET " + path).isBetween(400, 499);
    }
  }

  /** Java's own client sends no such address. */
  @Test
  void whateverAnAddressAsksForIsNoFaultOfTheServer() throws Exception {
    for (String path : READ_PATHS) {
      for (String query : QUERIES) {
        assertThat(RawRequest.status(served.port(), "GET /" + path + query, ""))
            .as(path + query)
            .isLessThan(500);
        assertThat(RawRequest.status(served.port(), "GET /" + path + query, cookies()))
            .as("with the class's cookies: " + path + query)
            .isLessThan(500);
      }
    }
    for (String path : List.of("/..", "/%2e%2e/", "/app/..%2f..", "/%00", "//", "/;x=y", "*")) {
      assertThat(RawRequest.status(served.port(), "GET " + path, "")).as(path).isBetween(200, 499);
    }
    for (String cookie :
        List.of(
            "Cookie: =",
            "Cookie: a=\"",
            "Cookie: \u0001=\u0002",
            "Cookie: " + "a=b;".repeat(500))) {
      assertThat(RawRequest.status(served.port(), "GET /api/door", cookie + "\r\n"))
          .as(cookie)
          .isBetween(200, 499);
    }
  }

  private String cookies() {
    String name = "faultlab-" + served.session.start().session();
    return "Cookie: "
        + (name + "-me=" + served.session.state().people().get(1).key() + "; ")
        + (name + "-lead=" + served.session.start().token() + "\r\n");
  }

  private int status(String method, String path, String type, byte[] body) throws Exception {
    return both.send(
            HttpRequest.newBuilder(URI.create(served.base() + path))
                .header("Content-Type", type)
                .method(method, BodyPublishers.ofByteArray(body)))
        .statusCode();
  }

  private static Map<String, byte[]> bodies() {
    Map<String, byte[]> bodies = new LinkedHashMap<>();
    for (String text :
        List.of(
            "",
            "null",
            "[]",
            "[null]",
            "1e999",
            "\"text\"",
            "\u0000",
            "{",
            "{}",
            "{\"a\":1}{\"b\":2}",
            "{\"code\":null,\"name\":null,\"key\":null,\"token\":null,\"phase\":null,\"run\":null,\"people\":null}",
            "{\"code\":{},\"token\":[],\"phase\":\"nosuch\",\"run\":[1],\"question\":7,\"given\":7,\"people\":7}",
            "{\"phase\":99,\"people\":[null],\"question\":null,\"given\":{},\"confidence\":\"NaN\",\"run\":{}}")) {
      bodies.put(text, text.getBytes(StandardCharsets.UTF_8));
    }
    bodies.put("deep array", "[".repeat(8_000).getBytes(StandardCharsets.UTF_8));
    bodies.put("deep object", "{\"a\":".repeat(3_000).getBytes(StandardCharsets.UTF_8));
    bodies.put("deep unknown", ("{\"a\":" + "[".repeat(8_000)).getBytes(StandardCharsets.UTF_8));
    bodies.put("long number", ("{\"run\":" + "1".repeat(15_000)).getBytes(StandardCharsets.UTF_8));
    bodies.put("long text", ("\"" + "x".repeat(15_000) + "\"").getBytes(StandardCharsets.UTF_8));
    // Longer ones than the server keeps while they arrive are cut off, maybe without an answer.
    bodies.put("too long", "x".repeat(40_000).getBytes(StandardCharsets.UTF_8));
    bodies.put("no UTF-8", new byte[] {'"', (byte) 0xff, (byte) 0xfe, '"'});
    bodies.put("no UTF-8 in a name", notUtf8());
    bodies.put("no UTF-32", new byte[] {0, 0, (byte) 0xfe, (byte) 0xff, 1, 2, 3, 4});
    return bodies;
  }

  private static byte[] notUtf8() {
    byte[] body = "{\"code\":\"x\",\"token\":\"x\",\"run\":\"x\"}".getBytes(StandardCharsets.UTF_8);
    body[9] = (byte) 0xc3;
    return body;
  }
}
