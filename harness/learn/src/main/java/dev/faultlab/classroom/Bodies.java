package dev.faultlab.classroom;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.faultlab.classroom.RequestRefused.Code;
import io.javalin.http.Context;
import java.io.IOException;

/** Reads the bodies of requests; each may come from anybody. */
final class Bodies {
  private static final ObjectMapper JSON = ClassServer.json();

  private Bodies() {}

  /**
   * The body as a record; JSON is UTF-8, whatever charset the request declares.
   *
   * @throws RequestRefused when it is anything else, {@code null} included
   */
  static <T> T read(Context ctx, Class<T> type) {
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
}
