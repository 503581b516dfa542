package dev.faultlab.stack;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Event;
import com.github.dockerjava.api.model.EventType;
import dev.faultlab.docker.DockerHost;
import dev.faultlab.owner.Labels;
import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Which services of a run have ended, from the engine's events. */
public final class EndedServices implements Closeable {
  private final Map<String, CompletableFuture<String>> stacks = new ConcurrentHashMap<>();
  private final ResultCallback.Adapter<Event> stream;

  /**
   * Begins to listen. If the event stream breaks, as it does when the engine goes away, no more is
   * reported.
   *
   * @param run id of the run, by whose label its containers are found
   */
  public EndedServices(DockerHost host, String run) {
    stream =
        host.client()
            .eventsCmd()
            .withEventTypeFilter(EventType.CONTAINER)
            .withEventFilter("die", "start")
            .withLabelFilter(Labels.RUN + "=" + run, Labels.STACK)
            .exec(
                new ResultCallback.Adapter<Event>() {
                  @Override
                  public void onNext(Event event) {
                    Map<String, String> labels = event.getActor().getAttributes();
                    String stack = labels.get(Labels.STACK);
                    String service = labels.get(Labels.SERVICE);
                    if ("die".equals(event.getAction())) {
                      first(stack).complete(service);
                    } else {
                      // the service has a restart policy
                      stacks.computeIfPresent(
                          stack, (name, first) -> service.equals(first.getNow("")) ? null : first);
                    }
                  }
                });
  }

  /**
   * The name of the first service of a stack that has ended without a restart; pending while there
   * is none.
   */
  CompletableFuture<String> first(String stack) {
    return stacks.computeIfAbsent(stack, name -> new CompletableFuture<>());
  }

  @Override
  public void close() {
    try {
      stream.close();
    } catch (IOException e) {
      // The listener was closed on purpose.
    }
  }
}
