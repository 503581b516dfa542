package dev.faultlab.run;

import dev.faultlab.docker.ContainerUsage;
import dev.faultlab.docker.ImageException;
import dev.faultlab.image.OldImages;
import dev.faultlab.kernel.Snapshots;
import dev.faultlab.kernel.StaleKernels;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.Leftover;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Images, kernels, guest roots and guest snapshots that older recipes left behind. */
public record Leftovers(List<Leftover> all) {

  /** Long enough for a clone on another branch that is used every week. */
  public static final int UNUSED_DAYS = 7;

  /**
   * @param unused how long something must have been unused
   * @throws dev.faultlab.docker.ImageException when the engine does not answer
   */
  public static Leftovers find(Provisioning tools, Duration unused) {
    Instant since = Instant.now().minus(unused);
    ContainerUsage usage = ContainerUsage.now(tools.commands());
    OldImages.Inventory found = tools.images().old().find(usage, since);
    CacheDir cache = tools.workspace().cache();
    List<Leftover> all = new ArrayList<>(found.leftovers());
    all.addAll(new StaleKernels(cache, tools.kernels()).find(usage, found.staying(), since));
    all.addAll(new Snapshots(cache, tools.commands()).find(usage, since));
    all.sort(Comparator.comparing(Leftover::what));
    return new Leftovers(all);
  }

  /** Finds and removes leftovers while no other process makes images or kernels. */
  public static Leftovers remove(Provisioning tools, Duration unused) {
    CacheDir cache = tools.workspace().cache();
    Runnable announce =
        () -> tools.progress().say("Another faultlab is making images or kernels; waiting.");
    // The order matters: making a kernel or a root needs images.
    try (CacheDir.Lock kernels = cache.lock("kernels", announce);
        CacheDir.Lock roots = cache.lock("roots", announce);
        CacheDir.Lock images = cache.lock("images", announce)) {
      List<Leftover> removed = new ArrayList<>();
      for (Leftover leftover : find(tools, unused).all()) {
        try {
          leftover.removal().run();
          removed.add(leftover);
        } catch (ImageException | UncheckedIOException e) {
          tools.progress().say(leftover.what() + " stays: " + e.getMessage());
        }
      }
      return new Leftovers(removed);
    }
  }

  public long bytes() {
    return all.stream().mapToLong(Leftover::bytes).sum();
  }

  public static String size(long bytes) {
    double mebibytes = bytes / 1024.0 / 1024;
    return mebibytes < 1024
        ? String.format(Locale.ROOT, "%.0f MiB", mebibytes)
        : String.format(Locale.ROOT, "%.1f GiB", mebibytes / 1024);
  }

  /** In one line: {@code leftovers of older recipes: 4, up to 1.2 GiB}. */
  @Override
  public String toString() {
    return "leftovers of older recipes: " + all.size() + ", up to " + size(bytes());
  }
}
