package dev.faultlab.charset.service;

import dev.faultlab.charset.decode.ProviderLookups;
import dev.faultlab.charset.decode.Way;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;

/** The counters of one trial; a new trial is a new object. */
final class Trial {
  private final ProviderLookups provider;
  private final OptionalLong lookupsBefore;
  private final long cpuBefore = cpuNanos();
  private final LongAdder decodes = new LongAdder();
  private final LongAdder byName = new LongAdder();
  private final LongAdder needing = new LongAdder();
  private final LongAdder allocatedBytes = new LongAdder();

  Trial(ProviderLookups provider) {
    this.provider = provider;
    this.lookupsBefore = provider.count();
  }

  /**
   * Counts one decode.
   *
   * @param needsProvider whether the JDK's own charsets do not answer to the name
   * @param bytes what decoding allocated, without the work of the HTTP server
   */
  void decoded(Way way, boolean needsProvider, long bytes) {
    decodes.increment();
    byName.add(way == Way.NAME ? 1 : 0);
    needing.add(needsProvider ? 1 : 0);
    allocatedBytes.add(bytes);
  }

  /** The same names as in the bare program's report; CPU time is that of the whole process. */
  Map<String, Object> counts() {
    long cpu = cpuNanos() - cpuBefore;
    long all = decodes.sum();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("java", System.getProperty("java.runtime.version"));
    json.put("classPathEntries", System.getProperty("java.class.path").split(":").length);
    json.put("decodes", all);
    json.put("byName", byName.sum());
    json.put("needing", needing.sum());
    json.put("lookups", provider.since(lookupsBefore));
    json.put("allocatedBytes", allocatedBytes.sum());
    json.put("cpuNanos", cpu);
    if (all > 0) {
      json.put("allocatedBytesPerDecode", (double) allocatedBytes.sum() / all);
      json.put("cpuMicrosPerDecode", cpu / 1e3 / all);
    }
    return json;
  }

  private static long cpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
