package dev.faultlab.guest;

import java.util.ArrayList;
import java.util.List;

/** The commands of the recipes below {@code kernel-images/}, for a container that has them. */
public final class KernelRecipes {
  /** Where a container has the recipes, the file or image that it reads, and what it writes. */
  public static final String RECIPES = "/recipes";

  public static final String SOURCE = "/source";
  public static final String OUTPUT = "/out";

  /** The recipes by which a kernel that others built is unpacked. */
  public static final List<String> UNPACKING =
      List.of("adopt", "pvh-stub.S", "stock", "unpack", "use-suite", "wrap-elf");

  /** The recipe that asks; its result does not change what is unpacked. */
  public static final String NEWEST = "newest";

  /** Exit statuses of {@link #newest}: no such suite or package; the mirror did not answer. */
  public static final int NO_SUCH = 1;

  public static final int NO_ANSWER = 75;

  private KernelRecipes() {}

  /** Prints the package of a suite's kernel and its version, separated by a space. */
  public static List<String> newest(KernelName.Debian stock) {
    return List.of(recipe(NEWEST), RECIPES, stock.suite(), stock.packageName());
  }

  /**
   * Downloads a package, or takes a file or an image's files from {@link #SOURCE}, and unpacks the
   * kernel.
   *
   * @param exact content that the name means now
   * @param owner of the files, as UID:GID
   */
  public static List<String> unpack(KernelName name, String exact, String owner) {
    List<String> words = new ArrayList<>();
    if (name instanceof KernelName.Debian stock) {
      words.addAll(List.of(recipe("stock"), RECIPES, stock.suite()));
      words.addAll(List.of(exact.split(" "))); // package and version
      words.add(name.toString());
    } else {
      String kind = name instanceof KernelName.File ? "file" : "image";
      words.addAll(List.of(recipe("adopt"), RECIPES, kind, name.toString(), exact, SOURCE));
    }
    words.addAll(List.of(OUTPUT, owner));
    return words;
  }

  private static String recipe(String name) {
    return RECIPES + "/" + name;
  }
}
