import java.lang.reflect.Proxy;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Documents DOCUMENTS HOW TAG: reads documents with this tag, and counts those that the parser refuses. HOW: default,
 * trusted (a TagInspector accepts this program's classes), safe (the program reads with SafeConstructor).
 */
public class Documents {
  /** What a document holds. */
  public static class Order {
    public int id;
  }

  public static void main(String[] args) throws ReflectiveOperationException {
    int documents = Integer.parseInt(args[0]);
    int refused = 0;
    for (int id = 0; id < documents; id++) {
      try {
        yaml(args[1]).load(args[2] + " {id: " + id + "}");
      } catch (YAMLException e) {
        if (!e.getMessage().matches("(?s).*(Global tag is not allowed|could not determine a constructor).*")) {
          throw e;
        }
        refused++;
      }
    }
    System.out.printf("{\"documents\":%d,\"refused\":%d}%n", documents, refused);
  }

  private static Yaml yaml(String how) throws ReflectiveOperationException {
    LoaderOptions options = new LoaderOptions();
    if (how.equals("trusted")) {
      trust(options);
    }
    return how.equals("safe") ? new Yaml(new SafeConstructor(options)) : new Yaml(options);
  }

  /** TagInspector came with 2.0; before, each class is trusted. */
  private static void trust(LoaderOptions options) throws ReflectiveOperationException {
    Class<?> type;
    try {
      type = Class.forName("org.yaml.snakeyaml.inspector.TagInspector");
    } catch (ClassNotFoundException e) {
      return;
    }
    Object inspector =
        Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
            (proxy, method, given) -> given[0].toString().equals("tag:yaml.org,2002:Documents$Order"));
    LoaderOptions.class.getMethod("setTagInspector", type).invoke(options, inspector);
  }
}
