package dev.faultlab.stack;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Event;
import com.github.dockerjava.api.model.EventType;
import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Which services of a run have ended, heard from the engine as it happens: nobody has to look. */
public final class Ends implements Closeable {
  private final Map<String, CompletableFuture<String>> stacks = new ConcurrentHashMap<>();
  private final ResultCallback.Adapter<Event> stream;

  /**
   * Begins to listen. Where the stream breaks, which it does with the engine, no more is heard.
   *
   * @param run id of the run, by whose label its containers are found
   */
  public Ends(DockerClient docker, String run) {
    stream =
        docker
            .eventsCmd()
            .withEventTypeFilter(EventType.CONTAINER)
            .withEventFilter("die")
            .withLabelFilter(Map.of(Labels.RUN, run))
            .exec(
                new ResultCallback.Adapter<Event>() {
                  @Override
                  public void onNext(Event end) {
                    Map<String, String> labels = end.getActor().getAttributes();
                    first(labels.get(Labels.STACK)).complete(labels.get(Labels.SERVICE));
                  }
                });
  }

  /** The name of the first service of a stack that ends; pending while all of them run. */
  CompletableFuture<String> first(String stack) {
    return stacks.computeIfAbsent(stack, name -> new CompletableFuture<>());
  }

  @Override
  public void close() {
    try {
      stream.close();
    } catch (IOException e) {
      // Nobody listens any more, and that was to be reached.
    }
  }
}
