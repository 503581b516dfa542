package dev.faultlab.cures.inetaddress;

import static net.bytebuddy.matcher.ElementMatchers.named;

import dev.faultlab.cures.agent.Change;
import java.net.InetAddress;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.matcher.ElementMatcher;

/** {@code InetAddress.getAddressesFromNameService}: a lookup, or the answer to another thread's. */
final class NameServiceCall implements Change {
  @Override
  public String className() {
    return InetAddress.class.getName();
  }

  @Override
  public String method() {
    return "getAddressesFromNameService";
  }

  @Override
  public boolean knows(String fingerprint) {
    switch (fingerprint) {
      case "516301965203": // JDK 8
      case "2244d6c457bc": // JDK 11 and 17
      case "f41fabbe31c7": // JDK 21
      case "a23fc4fb8990": // JDK 25 to 28
        return true;
      default:
        return false;
    }
  }

  @Override
  public DynamicType.Builder<?> apply(
      DynamicType.Builder<?> builder, TypeDescription type, ClassFileLocator locator) {
    ElementMatcher.Junction<MethodDescription> method = named(method());
    MethodDescription found = type.getDeclaredMethods().filter(method).getOnly();
    // Up to JDK 17 or so the caller says which address it wants first.
    boolean asks = found.getParameters().size() == 2;
    Class<?> advice = asks ? MergeUnlessAsked.class : Merge.class;
    return builder.visit(Advice.to(advice, locator).on(method));
  }

  /** Byte Buddy copies these lines into the method; this class itself is never loaded by it. */
  static final class Merge {
    private Merge() {}

    @Advice.OnMethodEnter(skipOn = Answer.class)
    static Object enter(@Advice.Argument(0) String host) {
      return Lookups.enter(host, null);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(
        @Advice.Enter Object turn,
        @Advice.Return(readOnly = false) InetAddress[] addresses,
        @Advice.Thrown(readOnly = false) Throwable thrown) {
      if (turn instanceof Answer) {
        addresses = ((Answer) turn).addresses();
        thrown = ((Answer) turn).failure();
      } else {
        Lookups.leave(turn, addresses, thrown);
      }
    }
  }

  /** The same where a second argument says which address the caller wants first. */
  static final class MergeUnlessAsked {
    private MergeUnlessAsked() {}

    @Advice.OnMethodEnter(skipOn = Answer.class)
    static Object enter(@Advice.Argument(0) String host, @Advice.Argument(1) InetAddress asked) {
      return Lookups.enter(host, asked);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(
        @Advice.Enter Object turn,
        @Advice.Return(readOnly = false) InetAddress[] addresses,
        @Advice.Thrown(readOnly = false) Throwable thrown) {
      if (turn instanceof Answer) {
        addresses = ((Answer) turn).addresses();
        thrown = ((Answer) turn).failure();
      } else {
        Lookups.leave(turn, addresses, thrown);
      }
    }
  }
}
