package dev.faultlab.tools.bench;

import java.nio.charset.Charset;
import java.util.Arrays;

/** Looks names up in turn, often enough for any compiler: {@code ROUNDS NAME...}. Runs on JDK 8. */
public final class CharsetNames {
  private CharsetNames() {}

  public static void main(String[] arguments) {
    int rounds = Integer.parseInt(arguments[0]);
    String[] names = Arrays.copyOfRange(arguments, 1, arguments.length);
    long letters = 0;
    for (int round = 0; round < rounds; round++) {
      letters += letters(names);
    }
    System.err.println(letters + " letters in " + rounds + " rounds");
  }

  private static int letters(String[] names) {
    int letters = 0;
    for (String name : names) {
      letters += Charset.forName(name).name().length();
    }
    return letters;
  }
}
