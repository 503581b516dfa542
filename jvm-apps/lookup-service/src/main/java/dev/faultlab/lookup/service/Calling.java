package dev.faultlab.lookup.service;

import dev.faultlab.lookup.resolve.NameResolver;
import dev.faultlab.lookup.resolve.ResolverKind;
import dev.faultlab.lookup.resolve.WorkerNames;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** Resolves the backend and calls it, in each combination of resolver and connection. */
final class Calling implements AutoCloseable {
  private final ServiceSettings settings;
  private final WorkerNames names;
  private final AtomicReference<Trial> trial = new AtomicReference<>(new Trial());
  private final Map<ResolverKind, NameResolver> resolvers = new EnumMap<>(ResolverKind.class);
  private final Map<ResolverKind, Map<Connection, BackendClient>> clients =
      new EnumMap<>(ResolverKind.class);

  Calling(ServiceSettings settings) {
    this.settings = settings;
    this.names = new WorkerNames(settings.threads());
    for (ResolverKind kind : ResolverKind.values()) {
      NameResolver resolver = kind.open(settings.nameserver());
      resolvers.put(kind, resolver);
      Map<Connection, BackendClient> byConnection = new EnumMap<>(Connection.class);
      for (Connection connection : Connection.values()) {
        byConnection.put(
            connection,
            new BackendClient(
                name -> trial.get().lookups(kind).resolve(resolver, name),
                connection,
                settings.threads()));
      }
      clients.put(kind, byConnection);
    }
  }

  /** What a call did: the name it used and the HTTP status of the backend. */
  record Called(String name, int status) {}

  /**
   * @throws IOException when the name cannot be resolved or the backend does not answer
   */
  Called call(CallSettings call) throws IOException {
    Trial counted = trial.get();
    counted.callStarted();
    boolean answered = false;
    try {
      String name = names.nameFor(call.host(), call.names());
      BackendClient client = clients.get(call.resolver()).get(call.connection());
      int status = client.call(name, settings.backendPort());
      answered = true;
      return new Called(name, status);
    } finally {
      if (answered) {
        counted.callFinished();
      } else {
        counted.callFailed();
      }
    }
  }

  Trial trial() {
    return trial.get();
  }

  /** Begins a new trial, without counts and without kept connections; returns the old one. */
  Trial newTrial() {
    clients.values().forEach(by -> by.values().forEach(BackendClient::closeIdle));
    return trial.getAndSet(new Trial());
  }

  @Override
  public void close() throws IOException {
    for (Map<Connection, BackendClient> byConnection : clients.values()) {
      for (BackendClient client : byConnection.values()) {
        client.close();
      }
    }
    resolvers.values().forEach(NameResolver::close);
  }
}
