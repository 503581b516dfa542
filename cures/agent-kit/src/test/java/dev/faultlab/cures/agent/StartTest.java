package dev.faultlab.cures.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.IllegalClassFormatException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an agent says of itself, from beginning to end. */
class StartTest {
  private static final String NAME = "agent-of-a-test";
  private static final String PROPERTY = "faultlab." + NAME;

  private final List<ClassFileTransformer> transformers = new ArrayList<>();
  private byte[] runnable;

  @AfterEach
  void forget() {
    System.clearProperty(PROPERTY);
  }

  @Test
  void saysThatItIsOnOrWhyItRefused() {
    Start.run(NAME, jvm(), installation -> "does nothing");
    assertThat(System.getProperty(PROPERTY)).isEqualTo("on: does nothing");
    Start.run(
        NAME,
        jvm(),
        installation -> {
          throw new Refusal("no need");
        });
    assertThat(System.getProperty(PROPERTY)).isEqualTo("refused: no need");
  }

  /** Another agent that was there before this one, and begins to change the same method. */
  @Test
  void saysThatAChangeIsLostUntilItIsBack() throws Exception {
    runnable = file("java/lang/Runnable");
    byte[] othersRunnable = file("java/util/concurrent/FutureTask");
    Change change = new RewritingTest.Nothing(Fingerprint.of(runnable, "run"));
    Start.run(
        NAME,
        jvm(),
        installation -> {
          installation.install(change);
          return "changes Runnable";
        });
    assertThat(System.getProperty(PROPERTY)).isEqualTo("on: changes Runnable");

    assertThat(transform(othersRunnable)).isNull();
    String unknown = Fingerprint.of(othersRunnable, "run");
    assertThat(System.getProperty(PROPERTY))
        .startsWith("lost: ")
        .contains("java.lang.Runnable.run is not known (fingerprint " + unknown);

    // Attached once more: what is gone is still gone.
    Start.run(NAME, jvm(), installation -> "still changes Runnable");
    assertThat(System.getProperty(PROPERTY)).startsWith("lost: ");

    assertThat(transform(runnable)).isNotNull();
    assertThat(System.getProperty(PROPERTY)).isEqualTo("on: still changes Runnable");
  }

  /** One lost change is enough, whichever comes back. */
  @Test
  void saysThatAChangeIsLostWhileAnotherIsBack() {
    Outcome outcome = new Outcome(NAME);
    outcome.on("changes two methods");
    outcome.lost("one", "one is gone");
    outcome.lost("two", "two is gone");
    assertThat(System.getProperty(PROPERTY)).isEqualTo("lost: one is gone; two is gone");
    outcome.made("one");
    assertThat(System.getProperty(PROPERTY)).isEqualTo("lost: two is gone");
    outcome.made("two");
    assertThat(System.getProperty(PROPERTY)).isEqualTo("on: changes two methods");
  }

  /** A JVM that has one class, {@link Runnable}. */
  private Instrumentation jvm() {
    return (Instrumentation)
        Proxy.newProxyInstance(
            StartTest.class.getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("addTransformer")) {
                transformers.add((ClassFileTransformer) arguments[0]);
              } else if (method.getName().equals("retransformClasses")) {
                transform(runnable);
              } else {
                throw new AssertionError(method + " is not expected");
              }
              return null;
            });
  }

  /** What the only transformer makes of that file. */
  private byte[] transform(byte[] file) throws IllegalClassFormatException {
    assertThat(transformers).hasSize(1);
    return transformers.get(0).transform(null, "java/lang/Runnable", null, null, file);
  }

  private static byte[] file(String type) throws IOException {
    return Object.class.getResourceAsStream("/" + type + ".class").readAllBytes();
  }
}
