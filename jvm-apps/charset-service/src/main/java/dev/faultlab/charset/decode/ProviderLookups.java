package dev.faultlab.charset.decode;

import dev.faultlab.charset.provider.Lookups;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** The count kept by the lab's provider, where that is on the class path. */
public final class ProviderLookups {
  private final Optional<LongSupplier> counter;

  private ProviderLookups(Optional<LongSupplier> counter) {
    this.counter = counter;
  }

  /** Looks whether there is a provider to ask. */
  public static ProviderLookups onClassPath() {
    try {
      Class.forName("dev.faultlab.charset.provider.Lookups");
    } catch (ClassNotFoundException e) {
      return new ProviderLookups(Optional.empty());
    }
    return new ProviderLookups(Optional.of(Lookups::count));
  }

  /** Questions to the provider since the JVM started; empty where there is no provider. */
  public OptionalLong count() {
    return counter.isPresent() ? OptionalLong.of(counter.get().getAsLong()) : OptionalLong.empty();
  }

  /** Questions since an earlier {@link #count()}. */
  public OptionalLong since(OptionalLong earlier) {
    OptionalLong now = count();
    return now.isPresent()
        ? OptionalLong.of(now.getAsLong() - earlier.orElse(0))
        : OptionalLong.empty();
  }
}
