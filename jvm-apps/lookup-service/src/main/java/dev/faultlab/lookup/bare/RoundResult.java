package dev.faultlab.lookup.bare;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * What a round showed.
 *
 * @param threads that looked up at once, in each process
 * @param processes JVMs
 * @param lookups done, failed ones included
 * @param errors number of lookups that failed, by exception
 * @param beganMicros when the common start was, in microseconds since 1970 by the clock of the
 *     machine, which stamps its packets as well; of the first process
 * @param endedMicros when the last thread ended, likewise
 * @param wallNanos from the common start to the last thread's end; of the slowest process
 * @param lookupsPerSecond lookups / wall
 * @param p50Micros of single lookups, as the other percentiles
 * @param p999Micros null where fewer than ten lookups are beyond it: it would be little else than
 *     the longest
 * @param maxConcurrentCallers most threads that were inside the resolver at once, added up over
 *     processes
 * @param maxConcurrentCallersOfOneName most of them for the same name
 * @param nameServiceGet what depth-agent counted in this round
 * @param histogram the latencies in nanoseconds: HdrHistogram's compressed encoding in base 64, so
 *     that rounds can be added up before percentiles are taken
 */
record RoundResult(
    int threads,
    int processes,
    long lookups,
    Map<String, Long> errors,
    long beganMicros,
    long endedMicros,
    long wallNanos,
    double lookupsPerSecond,
    double p50Micros,
    double p99Micros,
    Double p999Micros,
    double maxMicros,
    int maxConcurrentCallers,
    int maxConcurrentCallersOfOneName,
    Map<String, Object> nameServiceGet,
    String histogram) {

  private static final double NANOS_PER_MICRO = 1_000;
  private static final double NANOS_PER_SECOND = 1_000_000_000;
  private static final long ENOUGH_FOR_P999 = 10_000;

  static RoundResult of(
      int threads,
      int processes,
      Histogram nanos,
      Map<String, Long> errors,
      long beganMicros,
      long endedMicros,
      long wallNanos,
      int maxConcurrentCallers,
      int maxConcurrentCallersOfOneName,
      Map<String, Object> nameServiceGet) {
    return new RoundResult(
        threads,
        processes,
        nanos.getTotalCount(),
        errors,
        beganMicros,
        endedMicros,
        wallNanos,
        nanos.getTotalCount() * NANOS_PER_SECOND / wallNanos,
        nanos.getValueAtPercentile(50) / NANOS_PER_MICRO,
        nanos.getValueAtPercentile(99) / NANOS_PER_MICRO,
        nanos.getTotalCount() < ENOUGH_FOR_P999
            ? null
            : (Double) (nanos.getValueAtPercentile(99.9) / NANOS_PER_MICRO),
        nanos.getMaxValue() / NANOS_PER_MICRO,
        maxConcurrentCallers,
        maxConcurrentCallersOfOneName,
        nameServiceGet,
        encoded(nanos));
  }

  Histogram nanos() {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(histogram));
      return Histogram.decodeFromCompressedByteBuffer(bytes, 0);
    } catch (DataFormatException e) {
      throw new IllegalStateException("a histogram that this program wrote cannot be read", e);
    }
  }

  private static String encoded(Histogram nanos) {
    ByteBuffer bytes = ByteBuffer.allocate(nanos.getNeededByteBufferCapacity());
    int length = nanos.encodeIntoCompressedByteBuffer(bytes);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
  }
}
