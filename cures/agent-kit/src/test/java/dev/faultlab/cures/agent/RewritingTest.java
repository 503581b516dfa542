package dev.faultlab.cures.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import org.junit.jupiter.api.Test;

class RewritingTest {
  private static final byte[] NO_CLASS = {1, 2, 3};

  private final Outcome outcome = new Outcome("rewriting-test");

  /** A change of {@code Runnable.run} that knows this code of it. */
  record Nothing(String familiar) implements Change {
    @Override
    public boolean knows(String fingerprint) {
      return fingerprint.equals(familiar);
    }

    @Override
    public String className() {
      return "java.lang.Runnable";
    }

    @Override
    public String method() {
      return "run";
    }

    @Override
    public DynamicType.Builder<?> apply(
        DynamicType.Builder<?> builder, TypeDescription type, ClassFileLocator locator) {
      return builder;
    }
  }

  @Test
  void leavesEveryOtherClassAlone() {
    Rewriting rewriting = new Rewriting(new Nothing(""), outcome);
    assertThat(rewriting.transform(null, "java/lang/Object", null, null, NO_CLASS)).isNull();
    // A class of that name that is not the JDK's.
    ClassLoader own = getClass().getClassLoader();
    assertThat(rewriting.transform(own, "java/lang/Runnable", null, null, NO_CLASS)).isNull();
    assertThatThrownBy(rewriting::requireApplied).hasMessageContaining("cannot change");
  }

  @Test
  void changesOnlyCodeThatSomebodyHasRead() throws Exception {
    byte[] file = Object.class.getResourceAsStream("/java/lang/Runnable.class").readAllBytes();
    String fingerprint = Fingerprint.of(file, "run");

    Rewriting strange = new Rewriting(new Nothing("0123456789ab"), outcome);
    assertThat(strange.transform(null, "java/lang/Runnable", null, null, file)).isNull();
    assertThatThrownBy(strange::requireApplied)
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("java.lang.Runnable.run is not known (fingerprint " + fingerprint);

    Rewriting familiar = new Rewriting(new Nothing(fingerprint), outcome);
    assertThat(familiar.transform(null, "java/lang/Runnable", null, null, file)).isNotNull();
    familiar.requireApplied();
  }
}
