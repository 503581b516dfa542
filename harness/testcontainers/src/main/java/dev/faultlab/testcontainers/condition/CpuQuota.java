package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.ExposureCounts;
import dev.faultlab.seen.Rounds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The service gets little CPU, by the kernel's quota for its container. Counts the periods in which
 * it was throttled; its answers decide.
 *
 * @param percent of one CPU, 2 to 20
 */
public record CpuQuota(int percent) implements NetworkCondition {
  private static final long NANOS_PER_PERCENT = 10_000_000;

  /** 8 calls of it, one after the other, take 12 s under the quota; a canary hangs after 10 s. */
  private static final int MILLIS_PER_PERCENT = 15;

  /**
   * Checks the quota.
   *
   * @param percent 2 to 20
   */
  public CpuQuota {
    ArgumentCheck.require(percent >= 2 && percent <= 20, "2 to 20 percent", percent);
  }

  @Override
  public About about() {
    return About.of("cpu-quota", percent, percent * MILLIS_PER_PERCENT);
  }

  /** Its canaries compute, and the engine takes a while to tell what it counts. */
  @Override
  public long seconds() {
    return 15;
  }

  @Override
  public Running start(Testbed bed) {
    Parts.Containers cpu = bed.containers();
    return new CountedRun(bed) {
      private final Map<String, Long> limits = new HashMap<>();
      private final Map<String, List<Long>> periodsBefore = new HashMap<>();

      @Override
      void begin() {
        for (String client : clients) {
          periodsBefore.put(client, cpu.periods(client));
          long previousQuota = cpu.limit(client, percent * NANOS_PER_PERCENT);
          limits.put(client, previousQuota);
          if (previousQuota > 0 && previousQuota < percent * NANOS_PER_PERCENT) {
            cpu.limit(client, previousQuota);
          }
        }
      }

      @Override
      ExposureCounts exposure(String client, Rounds rounds, Traffic.Counts sent) {
        List<Long> all = cpu.periods(client);
        List<Long> before = periodsBefore.get(client);
        // A container that has started again counts from 0.
        boolean restarted = all.get(0) < before.get(0);
        long periods = all.get(0) - (restarted ? 0 : before.get(0));
        long throttled = all.get(1) - (restarted ? 0 : before.get(1));
        boolean harmed = rounds.harmed() > 0;
        String reason = harmed ? "needs-more-cpu" : "answers-with-less-cpu";
        if (harmed && all.get(0) == 0) {
          // A container that runs under a quota has at least one period.
          return exposure(1, 1, reason, "it has ended under the quota");
        }
        String text = "throttled in %d of %d periods".formatted(throttled, periods);
        return exposure(sent.total() > 0 ? periods : 0, throttled, reason, text);
      }

      @Override
      public void close() {
        List<AutoCloseable> all = new ArrayList<>();
        limits.forEach((client, previousQuota) -> all.add(() -> cpu.limit(client, previousQuota)));
        limits.clear();
        all.add(super::close);
        Trial.closeAll(all);
      }
    };
  }
}
