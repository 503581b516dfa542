package dev.faultlab.charset.service;

import com.sun.net.httpserver.HttpExchange;
import dev.faultlab.charset.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Answers of the service; the body of the request has been read when one is sent. */
final class Answer {
  static final int OK = 200;
  static final int BAD_REQUEST = 400;
  static final int UNSUPPORTED_MEDIA_TYPE = 415;

  private Answer() {}

  static void json(HttpExchange exchange, Object value) throws IOException {
    drain(exchange.getRequestBody());
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    send(exchange, OK, Json.of(value));
  }

  static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** A body that is left unread closes the connection. */
  private static void drain(InputStream in) throws IOException {
    byte[] ignored = new byte[512];
    while (in.read(ignored) >= 0) {
      // read on
    }
  }
}
