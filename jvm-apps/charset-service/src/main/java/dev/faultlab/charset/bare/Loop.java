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
    final OptionalLong lookups;
    final long allocatedBytes;
    final long cpuNanos;

    Used(long decodes, OptionalLong lookups, long allocatedBytes, long cpuNanos) {
      this.decodes = decodes;
      this.lookups = lookups;
      this.allocatedBytes = allocatedBytes;
      this.cpuNanos = cpuNanos;
    }
  }

  /** Goes through the mix until at least so many samples are decoded; always whole rounds. */
  Used decode(int atLeast) {
    int rounds = (atLeast + mix.size() - 1) / mix.size();
    OptionalLong lookups = provider.count();
    long allocated = meter.allocatedBytes();
    long cpu = meter.cpuNanos();
    for (int round = 0; round < rounds; round++) {
      round();
    }
    return new Used(
        (long) rounds * mix.size(),
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
