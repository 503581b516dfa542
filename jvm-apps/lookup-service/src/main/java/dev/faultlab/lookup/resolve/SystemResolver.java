package dev.faultlab.lookup.resolve;

import java.util.Iterator;
import java.util.ServiceLoader;

/**
 * Which resolver stands behind {@link java.net.InetAddress} in this JVM.
 *
 * <p>Since JDK 18 (JEP 418) a provider on the class path replaces the built-in one, also by
 * accident: dnsjava's jar registers one. This program is packaged with dnsjava's classes but
 * without what registers them, so that nothing stands there until the jar itself is put on the
 * class path.
 */
public final class SystemResolver {
  public static final String BUILT_IN = "built-in";

  private SystemResolver() {}

  /** The class name of the provider, or {@link #BUILT_IN}. */
  public static String name() {
    try {
      // By name: the class does not exist on JDK 17, which this program has to run on as well.
      Class<?> service = Class.forName("java.net.spi.InetAddressResolverProvider");
      Iterator<? extends ServiceLoader.Provider<?>> providers =
          ServiceLoader.load(service, ClassLoader.getSystemClassLoader()).stream().iterator();
      return providers.hasNext() ? providers.next().type().getName() : BUILT_IN;
    } catch (ClassNotFoundException e) {
      return BUILT_IN;
    }
  }
}
