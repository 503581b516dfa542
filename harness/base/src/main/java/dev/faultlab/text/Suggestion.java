package dev.faultlab.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The known name that a mistyped one may mean. */
public final class Suggestion {
  private Suggestion() {}

  /** "; did you mean 'asking'? Known: asked, asking"; the question only if a name is near. */
  public static String hint(String name, Collection<String> known) {
    return phrase(name, known).map(asked -> asked + " Known: ").orElse("; known: ")
        + (known.isEmpty() ? "none" : String.join(", ", known));
  }

  /** "; did you mean 'asking'?", if a name is near. */
  public static Optional<String> phrase(String name, Collection<String> known) {
    return known.stream()
        .filter(each -> distance(name, each) <= (name.length() + 2) / 3)
        .min(Comparator.comparingInt(each -> distance(name, each)))
        .map(each -> "; did you mean '" + each + "'?");
  }

  /** Letters to insert, drop, replace, or swap with the next one. */
  private static int distance(String from, String to) {
    int[][] cost = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        boolean isSame = from.charAt(i - 1) == to.charAt(j - 1);
        int shorter = 1 + Math.min(cost[i - 1][j], cost[i][j - 1]);
        cost[i][j] = Math.min(shorter, cost[i - 1][j - 1] + (isSame ? 0 : 1));
        if (i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1)) {
          cost[i][j] = Math.min(cost[i][j], 1 + cost[i - 2][j - 2]);
        }
      }
    }
    return cost[from.length()][to.length()];
  }
}
