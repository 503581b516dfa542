package dev.faultlab.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.Optional;

/**
 * Whether a record that was read from a file has everything that its type requires. Jackson leaves
 * null if a key is missing, accepts null in lists and maps, and accepts "NaN" as a number.
 */
public final class Completeness {
  private static final ClassValue<RecordComponent[]> PARTS =
      new ClassValue<>() {
        @Override
        protected RecordComponent[] computeValue(Class<?> type) {
          RecordComponent[] parts = type.getRecordComponents();
          for (RecordComponent part : parts) {
            part.getAccessor().setAccessible(true);
          }
          return parts;
        }
      };

  private Completeness() {}

  /**
   * Checks a record and everything in it.
   *
   * @throws IOException naming the first place with null or a non-finite number
   */
  public static void require(Record read) throws IOException {
    require(read, "");
  }

  private static void require(Object value, String at) throws IOException {
    if (value == null) {
      throw new IOException("found nothing at " + at + ", expected a value");
    }
    if (value instanceof Double number && !Double.isFinite(number)) {
      throw new IOException("found " + number + " at " + at + ", expected a number");
    }
    if (value instanceof Record whole) {
      for (RecordComponent part : PARTS.get(whole.getClass())) {
        require(get(part, whole), at + key(part));
      }
    } else if (value instanceof Optional<?> maybe && maybe.isPresent()) {
      require(maybe.get(), at);
    } else if (value instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        require(entry.getValue(), at + "/" + entry.getKey());
      }
    } else if (value instanceof Iterable<?> list && !(value instanceof java.nio.file.Path)) {
      int index = 0;
      for (Object element : list) {
        require(element, at + "/" + index++);
      }
    }
  }

  /** An unwrapped part has no key of its own: its fields are written into the whole. */
  private static String key(RecordComponent part) {
    if (part.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
      return "";
    }
    JsonProperty named = part.getAccessor().getAnnotation(JsonProperty.class);
    return "/" + (named == null ? part.getName() : named.value());
  }

  private static Object get(RecordComponent part, Record whole) {
    try {
      return part.getAccessor().invoke(whole);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(part + " cannot be read", e);
    }
  }
}
