package dev.faultlab.classroom;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.faultlab.classroom.RequestRefused.Code;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;

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
  static void page(Context ctx, String resource, String type) throws IOException {
    try (InputStream in = Http.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("no resource " + resource + " on the class path");
      }
      ctx.contentType(type + "; charset=utf-8");
      ctx.result(in.readAllBytes());
    }
  }
}
