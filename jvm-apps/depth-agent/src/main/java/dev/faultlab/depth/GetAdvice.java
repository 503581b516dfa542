package dev.faultlab.depth;

import net.bytebuddy.asm.Advice;

/**
 * The two calls that are copied into the instrumented method. Byte Buddy inlines them, so this
 * class itself is never loaded by the class that is instrumented.
 */
final class GetAdvice {
  private GetAdvice() {}

  @Advice.OnMethodEnter
  static void enter() {
    DepthBridge.enter();
  }

  // onThrowable: an unknown host leaves the method by an exception, and its frame is gone too.
  @Advice.OnMethodExit(onThrowable = Throwable.class)
  static void exit() {
    DepthBridge.exit();
  }
}
