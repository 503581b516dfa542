package dev.faultlab.text;

import java.util.Collection;
import java.util.Comparator;

/** The known name that a mistyped one may mean. */
public final class Spelling {
  private Spelling() {}

  /** "; did you mean 'asking'? Known: asked, asking"; the question only if a name is near. */
  public static String hint(String name, Collection<String> known) {
    String nearest =
        known.stream()
            .filter(each -> distance(name, each) <= (name.length() + 2) / 3)
            .min(Comparator.comparingInt(each -> distance(name, each)))
            .map(each -> "; did you mean '" + each + "'? Known: ")
            .orElse("; known: ");
    return nearest + String.join(", ", known);
  }

  /** Levenshtein's: letters to insert, drop or replace. */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
