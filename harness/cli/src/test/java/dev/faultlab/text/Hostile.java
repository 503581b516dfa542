package dev.faultlab.text;

import dev.faultlab.capture.ledger.ConnectionLedger;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.tcp.TcpScene;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Makes a record, and all that is in it, with one hostile text for each string. */
public final class Hostile {
  public static final String TEXT =
      "\u001b]0;t\u0007\u202e\u0000\u009b2J\ud800]]>\"' onerror=\"x\"><img src=x><script>alert(1)"
          + "</script></style>![p](http://evil.example/p.png)[l](http://evil.example)|`b` *i* _u_"
          + " &lt;www.evil.example @team\r\n\r\n# heading\n\n- item\n::error::e\n=1+1\u2028";

  private final int turn;
  private final Map<String, String> paths;

  /**
   * @param turn which constant each enum has
   */
  public Hostile(int turn) {
    this(turn, Map.of());
  }

  /**
   * @param paths component of a record to what it has instead: where evidence may be is another
   *     question
   */
  Hostile(int turn, Map<String, String> paths) {
    this.turn = turn;
    this.paths = paths;
  }

  /** One of a type. */
  public <T> T of(Class<T> type) {
    return type.cast(of((Type) type));
  }

  private Object of(Type type) {
    if (type instanceof ParameterizedType generic) {
      return of(generic);
    }
    if (type instanceof WildcardType || type instanceof TypeVariable<?>) {
      return TEXT;
    }
    Class<?> plain = (Class<?>) type;
    if (plain == String.class || plain == Object.class || plain == Comparable.class) {
      return TEXT;
    }
    if (plain == int.class || plain == Integer.class) {
      return 1;
    }
    if (plain == long.class || plain == Long.class) {
      return 1L;
    }
    if (plain == double.class || plain == Double.class) {
      return 1.5;
    }
    if (plain == boolean.class || plain == Boolean.class) {
      return turn % 2 == 0;
    }
    if (plain == java.nio.file.Path.class) {
      return java.nio.file.Path.of("a\u001b[2J\u202e<img src=x>\n::error::b");
    }
    if (plain == OptionalLong.class) {
      return OptionalLong.of(1);
    }
    if (plain == ConnectionLedger.class) {
      ConnectionLedger ledger =
          new ConnectionLedger((client, server) -> Optional.of(TEXT), new MemoryBudget());
      ledger.add(new TcpScene().handshake(7, 65_160, 7).read().get(0));
      return ledger;
    }
    if (plain.isEnum()) {
      return plain.getEnumConstants()[turn % plain.getEnumConstants().length];
    }
    if (plain.isSealed()) {
      Class<?>[] kinds = plain.getPermittedSubclasses();
      return of((Type) kinds[kinds.length - 1 - turn % kinds.length]);
    }
    return record(plain);
  }

  private Object of(ParameterizedType type) {
    Type[] arguments = type.getActualTypeArguments();
    if (type.getRawType() == List.class) {
      return List.of(of(arguments[0]));
    }
    if (type.getRawType() == Set.class) {
      return Set.of(of(arguments[0]));
    }
    if (type.getRawType() == Map.class) {
      return Map.of(of(arguments[0]), of(arguments[1]));
    }
    if (type.getRawType() == Optional.class) {
      return Optional.of(of(arguments[0]));
    }
    return of(type.getRawType());
  }

  private Object of(RecordComponent part) {
    String path = part.getType() == String.class ? paths.get(part.getName()) : null;
    return path == null ? of(part.getGenericType()) : path;
  }

  private Object record(Class<?> type) {
    RecordComponent[] parts = type.getRecordComponents();
    if (parts == null) {
      throw new IllegalArgumentException("no record: " + type);
    }
    Class<?>[] types = Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Object[] values = Arrays.stream(parts).map(this::of).toArray();
    try {
      var constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(type + " takes no " + Arrays.toString(values), e);
    }
  }
}
