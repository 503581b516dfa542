package dev.faultlab.lookup.outage;

/**
 * What came of an outage.
 *
 * @param java the runtime version
 * @param host the name that failed and came back
 * @param asked the name that was looked up while the name server failed
 * @param after lookups of {@code host} after the name server answered for it; only those that were
 *     over before a failure from the outage could have been forgotten
 * @param failed how many of them failed
 * @param beganMicros before the first of the lookups, counted or not, in microseconds since 1970 by
 *     the clock of the machine, which stamps its packets as well
 * @param endedMicros after the last of them, likewise
 * @param outlivedMillis from the name server's answer to the end of the first lookup that succeeded
 */
record OutageReport(
    String java,
    String host,
    String asked,
    int after,
    int failed,
    long beganMicros,
    long endedMicros,
    double outlivedMillis) {}
