package dev.faultlab.stack;

import com.github.dockerjava.api.DockerClient;
import dev.faultlab.docker.DockerHost;
import dev.faultlab.files.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** An engine on which nothing runs, but for what a test says: it answers a list with none. */
public final class EmptyEngine {
  public static DockerHost host() {
    return host(Map.of());
  }

  /** An engine of this machine, with such a client. */
  public static DockerHost host(Map<Class<?>, UnaryOperator<Object>> answers) {
    return new DockerHost(client(answers), "unix:///nowhere");
  }

  /**
   * @param answers what carrying out a command of that type returns, by what it is given
   */
  public static DockerClient client(Map<Class<?>, UnaryOperator<Object>> answers) {
    return answering(DockerClient.class, answers);
  }

  /** What the engine says, as its client reads it. */
  public static <T> T json(String text, Class<T> type) {
    try {
      return Json.MAPPER.readValue(text, type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static <T> T answering(Class<T> type, Map<Class<?>, UnaryOperator<Object>> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              if (method.getName().equals("exec")) {
                Object given = arguments == null ? List.of() : arguments[0];
                return answers.getOrDefault(type, UnaryOperator.identity()).apply(given);
              }
              return method.getReturnType().isInstance(self)
                  ? self
                  : answering(method.getReturnType(), answers);
            }));
  }
}
