package dev.faultlab.lookup;

import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * Settings from the environment, each validated with the name of its variable in the message.
 *
 * @param variables as of {@link System#getenv()}
 */
public record Environment(Map<String, String> variables) {

  public int wholeNumber(String variable, int otherwise, int lowest, int highest) {
    return optionalWholeNumber(variable, lowest, highest).orElse(otherwise);
  }

  public OptionalInt optionalWholeNumber(String variable, int lowest, int highest) {
    Optional<Integer> number =
        read(
            variable,
            text -> {
              int value = Integer.parseInt(text);
              if (value < lowest || value > highest) {
                throw new IllegalArgumentException("out of range");
              }
              return value;
            },
            "a whole number from " + lowest + " to " + highest);
    return number.isPresent() ? OptionalInt.of(number.get()) : OptionalInt.empty();
  }

  /** A server as {@code ADDRESS:PORT}; the address must not need a lookup. */
  public Optional<InetSocketAddress> nameserver(String variable) {
    return read(variable, Nameserver::parse, Nameserver.EXPECTED);
  }

  /**
   * @param parse throws IllegalArgumentException where the text is wrong
   * @throws IllegalArgumentException with variable, what was found and what was expected
   */
  public <T> Optional<T> read(String variable, Function<String, T> parse, String expected) {
    Optional<String> text = Optional.ofNullable(variables.get(variable)).filter(t -> !t.isEmpty());
    try {
      return text.map(parse);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          variable + ": found '" + text.orElse("") + "', expected " + expected, e);
    }
  }
}
