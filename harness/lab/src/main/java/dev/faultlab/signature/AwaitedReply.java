package dev.faultlab.signature;

import com.google.auto.service.AutoService;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.Observation;
import dev.faultlab.signature.Input.Kind;
import java.util.List;

/**
 * Every request waits for the reply of a server, each on its own connection.
 *
 * <p>{@code labs/random/hold} stops that server, sends requests, and asks the service where they
 * wait. No lock is involved: all threads are in the call that reads the reply, so more threads
 * would only mean more waiting ones. This state lasts until the server continues, so it is found
 * without a clock. All requests are served afterwards, which shows that nothing else blocked them.
 */
@AutoService(Signature.class)
public final class AwaitedReply extends CountingSignature {
  private static final FactSpec SERVED =
      new FactSpec("served-while-held", "requests", "served while the server did not answer");
  private static final FactSpec READING =
      new FactSpec("threads-reading", "threads", "threads in the call that waits for the reply");
  private static final FactSpec BLOCKED =
      new FactSpec("threads-blocked", "threads", "threads there that wait for a lock");

  public AwaitedReply() {
    super(
        "awaited-reply",
        "every request waits for another server's reply",
        List.of(
            Input.required("report", Kind.POINTER, "what hold printed"),
            Input.required("server", Kind.TEXT, "who is to reply")),
        QueuedBehindLock.counters(SERVED, READING, BLOCKED),
        new Reasons()
            .exposure(QueuedBehindLock.SENT)
            .present("each-waits", SERVED, READING, BLOCKED)
            .absent("served", SERVED)
            .unknown("not-told-apart", "not-held", "too-few", "not-served"));
  }

  @Override
  Observation decide(Counts counts, Inputs inputs) {
    long sent = counts.of(QueuedBehindLock.SENT);
    long served = counts.of(SERVED);
    long reading = counts.of(READING);
    long blocked = counts.of(BLOCKED);
    String server = inputs.text("server");
    String words =
        "%d of %d requests served while %s did not answer; threads that wait for its reply: %d, for a lock there: %d"
            .formatted(served, sent, server, reading, blocked);
    return QueuedBehindLock.flaws(counts, inputs, server)
        .absent(served == sent, "served", words)
        .present(served == 0 && reading == sent && blocked == 0, "each-waits", words)
        .otherwiseUnknown("not-told-apart", words);
  }
}
