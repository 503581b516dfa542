package dev.faultlab.lookup;

import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What the command lines of this jar's programs have in common. */
public final class Options {
  private Options() {}

  /** Reads a value of an option; what is wrong with it is said in the words of who reads it. */
  public static <T> ITypeConverter<T> converter(Function<String, T> parse) {
    return text -> {
      try {
        return parse.apply(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    };
  }

  /**
   * @throws IllegalArgumentException with what was found and what was expected
   */
  public static void within(String option, int value, int lowest, int highest) {
    if (value < lowest || value > highest) {
      throw new IllegalArgumentException(
          option
              + ": found "
              + value
              + ", expected "
              + (highest == Integer.MAX_VALUE ? lowest + " or more" : lowest + " to " + highest));
    }
  }
}
