package dev.faultlab.lookup.service;

import dev.faultlab.lookup.resolve.DepthFacts;
import dev.faultlab.lookup.resolve.LookupTally;
import dev.faultlab.lookup.resolve.ResolverKind;
import dev.faultlab.lookup.resolve.SystemResolver;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The answer of {@code GET /stats}: counters and high-water marks, no times.
 *
 * @param calls of /call
 * @param lookups by resolver
 * @param nameServiceGet what depth-agent has counted
 * @param jvm what the counts belong to
 */
record Stats(
    Trial.Calls calls,
    Map<String, LookupTally.Counts> lookups,
    Map<String, Object> nameServiceGet,
    Jvm jvm) {

  /**
   * @param java the runtime version
   * @param systemResolver what stands behind InetAddress
   * @param ttlSeconds of InetAddress' cache
   * @param threads of the pool
   */
  record Jvm(String java, String systemResolver, int ttlSeconds, int threads) {}

  static Stats of(Trial trial, ServiceSettings settings) {
    Map<String, LookupTally.Counts> lookups = new LinkedHashMap<>();
    for (ResolverKind kind : ResolverKind.values()) {
      lookups.put(kind.toString(), trial.lookups(kind).counts());
    }
    return new Stats(
        trial.calls(),
        lookups,
        DepthFacts.read(),
        new Jvm(
            System.getProperty("java.runtime.version"),
            SystemResolver.name(),
            settings.cache().ttl(),
            settings.threads()));
  }
}
