package dev.faultlab.signature;

import com.google.auto.service.AutoService;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.JsonFacts;
import dev.faultlab.fact.Observation;
import dev.faultlab.fact.SyscallFacts;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.signature.Input.Kind;
import java.util.List;

/**
 * Codes are made of bytes from /dev/random.
 *
 * <p>Linux before 5.6 (commit 30c08efec888, "random: make /dev/random be almost like /dev/urandom")
 * lets a reader of /dev/random wait until it has gathered as much entropy as was asked for; so a
 * request that reads it takes as long as that, whatever its program does. Newer kernels make no
 * reader wait once they are seeded, but the reads are the same. The signature decides what the
 * program asks for, on any kernel and without a clock.
 */
@AutoService(Signature.class)
public final class EntropyReads extends Signature {
  /** With fewer requests, one accidental read could decide. */
  static final long REQUESTS = 5;

  private static final FactSpec TRACED_REQUESTS =
      new FactSpec("requests", "requests", "requests in the trace");
  private static final FactSpec READS =
      new FactSpec("random-reads", "system calls", "reads of /dev/random");
  private static final FactSpec RANDOM =
      new FactSpec("random-bytes", "bytes", "bytes of /dev/random");
  private static final FactSpec URANDOM =
      new FactSpec("urandom-bytes", "bytes", "bytes of /dev/urandom");
  private static final FactSpec GETRANDOM =
      new FactSpec("getrandom-bytes", "bytes", "bytes of getrandom");

  public EntropyReads() {
    super(
        "entropy-reads",
        "requests read /dev/random, which waits for entropy on kernels before 5.6",
        List.of(
            Input.required("log", Kind.FILE, "log of strace with file names and data"),
            Input.required("request", Kind.TEXT, "what the read of a request begins with")),
        List.of(TRACED_REQUESTS, READS, RANDOM, URANDOM, GETRANDOM),
        new Reasons()
            .exposure(TRACED_REQUESTS)
            .present("dev-random", READS)
            .absent("dev-urandom", READS, URANDOM, GETRANDOM)
            .absent("no-device", READS, URANDOM, GETRANDOM)
            .unknown("too-few", "now-and-then"));
  }

  @Override
  public Observation observe(TrialEvidence evidence, Inputs inputs) {
    SyscallFacts reads =
        new SyscallFacts(evidence, inputs.text("log"), "GET /health?open", "GET /health?close");
    return decide(
        new Counts(new JsonFacts(evidence))
            .add(reads.readsOf(TRACED_REQUESTS, inputs.text("request")))
            .add(reads.calls(READS, "/dev/random"))
            .add(reads.bytes(RANDOM, "/dev/random"))
            .add(reads.bytes(URANDOM, "/dev/urandom"))
            .add(reads.bytes(GETRANDOM, "getrandom")));
  }

  /** The predicate itself. */
  static Observation decide(Counts counts) {
    long requests = counts.of(TRACED_REQUESTS);
    long reads = counts.of(READS);
    long otherBytes = counts.of(URANDOM) + counts.of(GETRANDOM);
    String words =
        "%d requests read %d bytes of /dev/random in %d reads, and %d bytes of /dev/urandom or getrandom"
            .formatted(requests, counts.of(RANDOM), reads, otherBytes);
    return counts
        .decisions()
        .tooFew(requests, REQUESTS, "the trace shows " + requests + " requests")
        .absent(reads == 0, otherBytes > 0 ? "dev-urandom" : "no-device", words)
        // The JDK keeps the bytes it has read for 100 ms, so a few requests may share a read.
        .present(reads * 2 >= requests, "dev-random", words)
        .otherwiseUnknown("now-and-then", words + ": not every request reads");
  }
}
