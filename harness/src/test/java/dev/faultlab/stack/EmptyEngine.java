package dev.faultlab.stack;

import com.github.dockerjava.api.DockerClient;
import java.lang.reflect.Proxy;
import java.util.List;

/** An engine on which nothing runs: it answers every list with an empty one. */
final class EmptyEngine {
  private EmptyEngine() {}

  static DockerClient client() {
    return answering(DockerClient.class);
  }

  private static <T> T answering(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              if (method.getName().equals("exec")) {
                return List.of();
              }
              return method.getReturnType().isInstance(self)
                  ? self
                  : answering(method.getReturnType());
            }));
  }
}
