package dev.faultlab.classroom;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.faultlab.classroom.RequestRefused.Code;
import dev.faultlab.files.JarText;
import dev.faultlab.files.Json;
import io.javalin.http.Context;
import java.io.IOException;
import org.apache.commons.codec.binary.Base64;
import org.apache.commons.codec.digest.DigestUtils;

/** Reads the bodies of requests, which are untrusted, and sends the pages. */
final class Http {
  private static final ObjectMapper JSON = ClassServer.json();

  private static final String PAGE = JarText.read(Http.class, "/classroom/page.html");

  /**
   * The only inline script of the pages: it reloads a resource that a browser failed to load. A
   * script in a separate file could fail to load as well.
   */
  private static final String LOAD_AGAIN = JarText.read(Http.class, "/classroom/load-again.js");

  /**
   * The body as a record; JSON is UTF-8, whatever charset the request declares.
   *
   * @throws RequestRefused for anything else, {@code null} included
   */
  static <T> T body(Context ctx, Class<T> type) {
    T body;
    try {
      body = JSON.readValue(ctx.bodyAsBytes(), type);
    } catch (IOException e) {
      throw new RequestRefused(Code.BAD, Json.why(e));
    }
    RequestRefused.throwIf(body == null, Code.BAD, "expected a JSON object, got null");
    return body;
  }

  /**
   * Sends a page.
   *
   * @param script its name in the folder {@code app}
   */
  static void page(Context ctx, String script) {
    ctx.contentType("text/html; charset=utf-8");
    ctx.result(PAGE.replace("{load-again}", LOAD_AGAIN).replace("{script}", script));
  }

  /** The inline script as a source of a content security policy. */
  static String inline() {
    return "'sha256-" + Base64.encodeBase64String(DigestUtils.sha256(LOAD_AGAIN)) + "'";
  }
}
