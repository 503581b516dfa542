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

/** Which services of a run are at their end, heard from the engine as it happens. */
public final class Ends implements Closeable {
  private final Map<String, CompletableFuture<String>> stacks = new ConcurrentHashMap<>();
  private final ResultCallback.Adapter<Event> stream;

  /**
   * Begins to listen. Where the stream breaks, which it does with the engine, no more is heard.
   *
   * @param run id of the run, by whose label its containers are found
   */
  public Ends(DockerHost host, String run) {
    stream =
        host.client()
            .eventsCmd()
            .withEventTypeFilter(EventType.CONTAINER)
            .withEventFilter("die", "start")
            .withLabelFilter(Map.of(Labels.RUN, run))
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
                      // with a restart policy
                      stacks.computeIfPresent(
                          stack, (name, first) -> service.equals(first.getNow("")) ? null : first);
                    }
                  }
                });
  }

  /**
   * The name of the first service of a stack that has ended and not been started again; pending
   * while there is none.
   */
  CompletableFuture<String> first(String stack) {
    return stacks.computeIfAbsent(stack, name -> new CompletableFuture<>());
  }

  @Override
  public void close() {
    try {
      stream.close();
    } catch (IOException e) {
      // The listener is closed, as was intended.
    }
  }
}
