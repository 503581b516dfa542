package dev.faultlab.classroom;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.faultlab.classroom.RequestRefused.Code;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads the bodies of requests, which are untrusted, and sends the pages. */
final class Http {
  private static final ObjectMapper JSON = ClassServer.json();

  private Http() {}

  /**
   * The body as a record; JSON is UTF-8, whatever charset the request declares.
   *
   * @throws RequestRefused for anything else, {@code null} included
   */
  static <T> T body(Context ctx, Class<T> type) {
    T body;
    try {
      body = JSON.readValue(ctx.bodyAsBytes(), type);
    } catch (JsonProcessingException e) {
      throw new RequestRefused(Code.BAD, e.getOriginalMessage());
    } catch (IOException e) {
      throw new RequestRefused(Code.BAD, "the body is not UTF-8");
    }
    if (body == null) {
      throw new RequestRefused(Code.BAD, "expected a JSON object, got null");
    }
    return body;
  }

  /** Sends a page from the class path. */
  static void page(Context ctx, String resource) throws IOException {
    ctx.contentType("text/html; charset=utf-8");
    ctx.result(LoadAgain.in(new String(read(resource), StandardCharsets.UTF_8)));
  }

  /** Sends a style sheet from the class path. */
  static void style(Context ctx, String resource) throws IOException {
    ctx.contentType("text/css; charset=utf-8");
    ctx.result(read(resource));
  }

  private static byte[] read(String resource) throws IOException {
    try (InputStream in = Http.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("no resource " + resource + " on the class path");
      }
      return in.readAllBytes();
    }
  }
}
