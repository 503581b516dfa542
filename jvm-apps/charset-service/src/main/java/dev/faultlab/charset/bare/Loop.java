package dev.faultlab.charset.bare;

import dev.faultlab.charset.decode.Decoding;
import dev.faultlab.charset.decode.ProviderLookups;
import dev.faultlab.charset.decode.Sample;
import dev.faultlab.charset.decode.ThreadMeter;
import java.util.List;
import java.util.OptionalLong;

/** Decodes the samples of a mix one after the other, over and over, on the calling thread. */
final class Loop {
  private final List<Sample> mix;
  private final Decoding decoding;
  private final ProviderLookups provider;
  private final ThreadMeter meter = new ThreadMeter();

  Loop(List<Sample> mix, Decoding decoding, ProviderLookups provider) {
    this.mix = mix;
    this.decoding = decoding;
    this.provider = provider;
  }

  /** What a number of decodes used; every field but the CPU time is an exact count. */
  static final class Used {
    final long decodes;

    /** Those whose name the JDK's own charsets do not answer to. */
    final long needing;

    final OptionalLong lookups;
    final long allocatedBytes;
    final long cpuNanos;

    Used(long decodes, long needing, OptionalLong lookups, long allocatedBytes, long cpuNanos) {
      this.decodes = decodes;
      this.needing = needing;
      this.lookups = lookups;
      this.allocatedBytes = allocatedBytes;
      this.cpuNanos = cpuNanos;
    }
  }

  /**
   * Goes through the mix in whole rounds.
   *
   * @param uses how many samples to decode at least; where names of the mix need a provider, only
   *     theirs are counted, so that mixes of any length cost the same number of lookups
   */
  Used decode(int uses) {
    long needing = mix.stream().filter(Sample::needsProvider).count();
    long perRound = needing == 0 ? mix.size() : needing;
    long rounds = (uses + perRound - 1) / perRound;
    OptionalLong lookups = provider.count();
    long allocated = meter.allocatedBytes();
    long cpu = meter.cpuNanos();
    for (long round = 0; round < rounds; round++) {
      round();
    }
    return new Used(
        rounds * mix.size(),
        rounds * needing,
        provider.since(lookups),
        meter.allocatedBytes() - allocated,
        meter.cpuNanos() - cpu);
  }

  private void round() {
    for (Sample sample : mix) {
      sample.decode(decoding);
    }
  }
}
