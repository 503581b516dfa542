package dev.faultlab.depth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The transformer on a class of the same shape, where the right counts are known beforehand. */
class GetTransformerTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @BeforeEach
  void startAnew() {
    DepthBridge.instrumented();
    DepthBridge.reset();
  }

  @Test
  void nestedCallsAreCountedExactly() throws Exception {
    nest(instrumented(Nested.class), 5);

    JsonNode counts = JSON.readTree(DepthBridge.json());
    assertThat(counts.at("/calls").asInt()).isEqualTo(5);
    assertThat(counts.at("/recursiveCalls").asInt()).isEqualTo(4);
    assertThat(counts.at("/deepest").asInt()).isEqualTo(5);
    assertThat(counts.at("/threads").asInt()).isEqualTo(1);
    assertThat(counts.at("/maxInside").asInt()).isEqualTo(1);
    assertThat(counts.at("/firstRecursion").toString()).contains("GetTransformerTest$Nested.get");
  }

  @Test
  void aCallThatThrowsLeavesNoDepthBehind() throws Exception {
    Class<?> nested = instrumented(Nested.class);
    assertThatThrownBy(() -> nest(nested, -3)).hasRootCauseMessage("unknown host");
    nest(nested, 1);

    JsonNode counts = JSON.readTree(DepthBridge.json());
    assertThat(counts.at("/deepest").asInt()).isEqualTo(3);
    assertThat(counts.at("/recursiveCalls").asInt()).isEqualTo(2);
    assertThat(counts.at("/calls").asInt()).isEqualTo(4);
  }

  @Test
  void threadsInsideAtOnceAreCountedAndDoNotMixTheirDepths() throws Exception {
    Class<?> nested = instrumented(Nested.class);
    CountDownLatch inside = new CountDownLatch(4);
    IntConsumer meet =
        depth -> {
          inside.countDown();
          await(inside);
        };
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(() -> callMeeting(nested, meet));
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }

    JsonNode counts = JSON.readTree(DepthBridge.json());
    assertThat(counts.at("/maxInside").asInt()).isEqualTo(4);
    assertThat(counts.at("/threads").asInt()).isEqualTo(4);
    assertThat(counts.at("/deepest").asInt()).isEqualTo(1);
    assertThat(counts.at("/recursiveCalls").asInt()).isZero();
  }

  @Test
  void aClassWithoutTheMethodIsAnErrorNotAZero() {
    GetTransformer transformer = new GetTransformer(Nested.class.getName(), "absent");
    byte[] classFile = classFile(Nested.class);
    assertThatThrownBy(() -> transformer.rewrite(classFile))
        .hasMessageContaining("has 0 methods absent() where 1 is expected");
  }

  @Test
  void whereThereIsNoSuchClassThereAreNoCounts() throws Exception {
    DepthBridge.notApplicable("no class \"X\"");
    JsonNode answer = JSON.readTree(DepthBridge.json());
    assertThat(answer.at("/applicable").asBoolean()).isFalse();
    assertThat(answer.at("/reason").asText()).isEqualTo("no class \"X\"");
    assertThat(answer.has("calls")).isFalse();
  }

  /** The same shape as NameServiceAddresses: get() may call get() of another object. */
  public static final class Nested {
    private final int depth;
    private final IntConsumer deepestCall;

    public Nested(int depth, IntConsumer deepestCall) {
      this.depth = depth;
      this.deepestCall = deepestCall;
    }

    public Object get() {
      if (depth > 1) {
        return new Nested(depth - 1, deepestCall).get();
      }
      if (depth < -1) {
        return new Nested(depth + 1, deepestCall).get();
      }
      if (depth < 0) {
        throw new IllegalStateException("unknown host");
      }
      deepestCall.accept(depth);
      return this;
    }
  }

  private static void nest(Class<?> nested, int depth) throws Exception {
    call(nested, depth, ignored -> {});
  }

  private static void callMeeting(Class<?> nested, IntConsumer meet) {
    try {
      call(nested, 1, meet);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void call(Class<?> nested, int depth, IntConsumer deepest) throws Exception {
    Object object = nested.getConstructor(int.class, IntConsumer.class).newInstance(depth, deepest);
    nested.getMethod("get").invoke(object);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Class<?> instrumented(Class<?> type) {
    byte[] rewritten = new GetTransformer(type.getName(), "get").rewrite(classFile(type));
    return new Redefining(type, rewritten).loadClass();
  }

  /** Loads the rewritten class file in place of the one that the test itself has loaded. */
  private static final class Redefining extends ClassLoader {
    private final String name;
    private final byte[] classFile;

    Redefining(Class<?> type, byte[] classFile) {
      super(type.getClassLoader());
      this.name = type.getName();
      this.classFile = classFile;
    }

    Class<?> loadClass() {
      return defineClass(name, classFile, 0, classFile.length);
    }

    @Override
    protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
      Class<?> loaded = findLoadedClass(wanted);
      return loaded == null ? super.loadClass(wanted, resolve) : loaded;
    }
  }

  private static byte[] classFile(Class<?> type) {
    String file = type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getClassLoader().getResourceAsStream(file)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
