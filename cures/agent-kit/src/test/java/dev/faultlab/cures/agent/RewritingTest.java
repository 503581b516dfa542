package dev.faultlab.cures.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import org.junit.jupiter.api.Test;

class RewritingTest {
  private static final byte[] NO_CLASS = {1, 2, 3};

  private final Change refusing =
      new Change() {
        @Override
        public String className() {
          return "java.lang.Runnable";
        }

        @Override
        public DynamicType.Builder<?> apply(
            DynamicType.Builder<?> builder, TypeDescription type, ClassFileLocator locator) {
          throw new Refusal("not as expected");
        }
      };

  @Test
  void leavesEveryOtherClassAlone() {
    Rewriting rewriting = new Rewriting(refusing);
    assertThat(rewriting.transform(null, "java/lang/Object", null, null, NO_CLASS)).isNull();
    // A class of that name that is not the JDK's.
    ClassLoader own = getClass().getClassLoader();
    assertThat(rewriting.transform(own, "java/lang/Runnable", null, null, NO_CLASS)).isNull();
    assertThatThrownBy(rewriting::requireApplied).hasMessageContaining("cannot change");
  }

  @Test
  void remembersWhyItRefused() throws Exception {
    Rewriting rewriting = new Rewriting(refusing);
    byte[] file = Object.class.getResourceAsStream("/java/lang/Runnable.class").readAllBytes();
    assertThat(rewriting.transform(null, "java/lang/Runnable", null, null, file)).isNull();
    assertThatThrownBy(rewriting::requireApplied)
        .isInstanceOf(Refusal.class)
        .hasMessage("not as expected");
  }
}
