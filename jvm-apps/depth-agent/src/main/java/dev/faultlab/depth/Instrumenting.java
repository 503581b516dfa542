package dev.faultlab.depth;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import net.bytebuddy.ByteBuddy;

/**
 * Instruments the one method while the agent starts, or says why this JDK has none.
 *
 * <p>Public only because the boot loader loads this class, and the application's loader {@link
 * DepthAgent}: to the JVM these are two packages.
 */
public final class Instrumenting {
  private Instrumenting() {}

  /**
   * @throws IllegalStateException when the class is there and cannot be instrumented
   * @throws UnmodifiableClassException when the JVM refuses to change the class
   */
  public static void instrument(Instrumentation instrumentation) throws UnmodifiableClassException {
    // JDKs newer than this Byte Buddy are to be tried, not refused. The name of the property is
    // that of the (relocated) package.
    System.setProperty(ByteBuddy.class.getPackage().getName() + ".experimental", "true");
    // Loads the state and all that it needs now, not in the middle of the first lookup.
    DepthBridge.enter();
    DepthBridge.exit();
    DepthBridge.reset();

    GetTransformer transformer = new GetTransformer(DepthAgent.TARGET, DepthAgent.METHOD);
    instrumentation.addTransformer(transformer, true);
    try {
      // Loaded, not initialised: InetAddress reads its cache policy when it is initialised, and
      // the program must have had its chance to set it.
      Class<?> target = Class.forName(DepthAgent.TARGET, false, null);
      if (!transformer.applied() && !transformer.failure().isPresent()) {
        instrumentation.retransformClasses(target);
      }
    } catch (ClassNotFoundException e) {
      DepthBridge.notApplicable(
          "this JDK has no class " + DepthAgent.TARGET + " (JDK 9 and late updates of JDK 8 do)");
      return;
    } finally {
      instrumentation.removeTransformer(transformer);
    }
    if (!transformer.applied()) {
      throw new IllegalStateException(
          "depth-agent: cannot instrument " + DepthAgent.TARGET,
          transformer.failure().orElse(null));
    }
    DepthBridge.instrumented();
  }
}
