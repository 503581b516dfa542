package dev.faultlab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A table finds a key among many with the same hash by comparing it. Two keys that differ in one
 * part only must differ then, or a packet counts for another connection, client or name.
 */
public class KeysTest {

  static List<Class<?>> keys() throws Exception {
    Path root = Path.of(Endpoint.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(file -> file.endsWith(".class") && !file.endsWith("-info.class"))
          .<Class<?>>map(file -> named(file.replace('/', '.').replace(".class", "")))
          .filter(type -> type.isRecord() && Comparable.class.isAssignableFrom(type))
          .toList();
    }
  }

  private static Class<?> named(String name) {
    try {
      return Class.forName(name, false, KeysTest.class.getClassLoader());
    } catch (ClassNotFoundException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @ParameterizedTest
  @MethodSource("keys")
  void keysThatDifferInAnyPartAreToldApart(Class<?> type) throws Exception {
    tellsApart(type);
  }

  public static void tellsApart(Class<?> type) throws Exception {
    int parts = type.getRecordComponents().length;
    for (int one = 0; one < parts; one++) {
      Comparable<Object> low = key(type, 0, one, 1);
      Comparable<Object> high = key(type, 0, one, 2);
      assertThat(low.compareTo(key(type, 0, one, 1))).isZero();
      assertThat(low.compareTo(high)).as("part %d", one).isNegative();
      assertThat(high.compareTo(low)).as("part %d", one).isPositive();
      for (int other = 0; other < parts; other++) {
        // Whichever part decides, both sides agree about it.
        Comparable<Object> third = key(type, 1, other, 2);
        int order = high.compareTo(third);
        assertThat(third.compareTo(high)).isEqualTo(-order);
        assertThat(order == 0).isEqualTo(high.equals(third));
      }
    }
  }

  /** A key whose parts are all alike, but for one. */
  @SuppressWarnings("unchecked")
  private static Comparable<Object> key(Class<?> type, int alike, int part, int there)
      throws Exception {
    RecordComponent[] parts = type.getRecordComponents();
    Object[] values = new Object[parts.length];
    for (int i = 0; i < parts.length; i++) {
      values[i] = value(parts[i].getType(), i == part ? there : alike);
    }
    Constructor<?> constructor =
        type.getDeclaredConstructor(
            Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new));
    constructor.setAccessible(true);
    return (Comparable<Object>) constructor.newInstance(values);
  }

  private static Object value(Class<?> type, int number) throws Exception {
    if (type.isEnum()) {
      return type.getEnumConstants()[number];
    } else if (type.isPrimitive()) {
      Object other = type == int.class ? (Object) number : number == 2;
      return type == long.class ? (Object) (long) number : other;
    }
    boolean text = type == String.class || type == Comparable.class;
    return text ? "n" + number : key(type, 0, 0, number);
  }
}
