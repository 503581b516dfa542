package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.KeysTest;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A HashMap keeps keys of one hash as a tree if they can be compared, and as a list if not. An
 * attacker knows our hashes, and could write a capture that turns each table into a list.
 */
class TableKeysTest {

  @ParameterizedTest
  @ValueSource(classes = {Endpoint.class, Diagnosis.class})
  void keysOfEveryTableCanBeCompared(Class<?> ofModule) throws Exception {
    List<String> tables = new ArrayList<>();
    for (Class<?> each : classesOf(ofModule)) {
      for (Field field : each.getDeclaredFields()) {
        for (Class<?> key : keys(field.getGenericType())) {
          tables.add(field.getName());
          assertThat(canBeCompared(key)).as("%s: %s", field, key).isTrue();
          if (key.isRecord() && field.getType() != TreeSet.class) {
            KeysTest.tellsApart(key);
          }
        }
      }
    }
    assertThat(tables).hasSizeGreaterThan(15);
  }

  /** An exchange may have very many addresses: these take its bytes from the budget. */
  @Test
  void wholeExchangesAreKeptOnlyWhereTheirSizeCounts() throws Exception {
    assertThat(classesOf(Diagnosis.class))
        .filteredOn(
            each ->
                Arrays.stream(each.getDeclaredFields())
                    .anyMatch(
                        f -> f.getGenericType().getTypeName().matches(".*DnsExchange\\b[^$]*")))
        .extracting(Class::getSimpleName)
        .containsExactlyInAnyOrder("RetryPairs", "RepeatedQuery", "Group");
  }

  private static boolean canBeCompared(Class<?> key) throws NoSuchMethodException {
    boolean byIdentity = key.getMethod("hashCode").getDeclaringClass() == Object.class;
    // The same condition as HashMap's: not a superclass' interface.
    return byIdentity
        || key.isEnum()
        || Arrays.stream(key.getGenericInterfaces())
            .map(Type::getTypeName)
            .anyMatch(("java.lang.Comparable<" + key.getTypeName() + ">")::equals);
  }

  private static List<Class<?>> keys(Type type) {
    List<Class<?>> found = new ArrayList<>();
    if (type instanceof ParameterizedType table) {
      Type[] arguments = table.getActualTypeArguments();
      Class<?> raw = (Class<?>) table.getRawType();
      if ((Map.class.isAssignableFrom(raw) || Set.class.isAssignableFrom(raw))
          && (arguments[0] instanceof ParameterizedType one ? one.getRawType() : arguments[0])
              instanceof Class<?> key) {
        found.add(key);
      }
      Arrays.stream(arguments).forEach(each -> found.addAll(keys(each)));
    }
    return found;
  }

  private static List<Class<?>> classesOf(Class<?> one) throws Exception {
    URI place = one.getProtectionDomain().getCodeSource().getLocation().toURI();
    if (Files.isDirectory(Path.of(place))) {
      return classesBelow(Path.of(place));
    }
    try (FileSystem jar = FileSystems.newFileSystem(Path.of(place))) {
      return classesBelow(jar.getPath("/"));
    }
  }

  private static List<Class<?>> classesBelow(Path root) throws IOException, ClassNotFoundException {
    List<Class<?>> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        String name = root.relativize(file).toString().replace('/', '.').replace(".class", "");
        if (!name.endsWith("-info")) {
          found.add(Class.forName(name, false, TableKeysTest.class.getClassLoader()));
        }
      }
    }
    return found;
  }
}
