package dev.faultlab.point;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.lang.module.ModuleDescriptor.Version;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A setting on an axis: a whole number, or a word such as a version or the name of a kernel. */
public sealed interface Value extends Comparable<Value> {

  /** No value: a point with this value does not have the axis. */
  Value NONE = new Text("none");

  /** Every choice of an axis. */
  Value ALL = new Text("all");

  /** The newest release today; a point never has it. */
  Value NEWEST = new Text("newest");

  /** A number with points, or one in quotes, before any other number. */
  Pattern VERSION_TEXT =
      Pattern.compile("\\d+(?:\\.\\d+)+|(?<=version \")\\d+|(?<![A-Za-z0-9.])\\d+(?=[^.0-9]|$)");

  /** A whole number; JSON's number. */
  record Int(@JsonValue long number) implements Value {
    @Override
    public String toString() {
      return Long.toString(number);
    }
  }

  /** Anything else; JSON's string. */
  record Text(@JsonValue String text) implements Value {
    @Override
    public String toString() {
      return text;
    }
  }

  /** The value of a text: a number if it is written as one. */
  @JsonCreator
  static Value of(String text) {
    return text.matches("0|-?[1-9][0-9]{0,17}") ? new Int(Long.parseLong(text)) : new Text(text);
  }

  /** A whole number, as JSON has it. */
  @JsonCreator
  static Value of(long number) {
    return new Int(number);
  }

  /** The values that a person typed, separated by commas. */
  static List<Value> list(String text) {
    return Stream.of(text.split(",", -1)).map(String::strip).map(Value::of).toList();
  }

  /** Values in the form that people type: {@code 17,25}. */
  static String text(Collection<Value> values) {
    return values.stream().map(Value::toString).collect(Collectors.joining(","));
  }

  /**
   * The order for lists: numbers by size, versions as {@link Version} orders them (1.9 before 1.26,
   * 4.3.1-rc1 before 4.3.1), and everything else alphabetically after both.
   */
  @Override
  default int compareTo(Value other) {
    if (this instanceof Int one && other instanceof Int two) {
      return Long.compare(one.number(), two.number());
    }
    boolean left = isVersion();
    boolean right = other.isVersion();
    if (left && right) {
      int order = Version.parse(toString()).compareTo(Version.parse(other.toString()));
      return order != 0 ? order : toString().compareTo(other.toString());
    }
    return left == right ? toString().compareTo(other.toString()) : left ? -1 : 1;
  }

  /** Whether it is a version; a name such as {@code debian:sid} is none. */
  default boolean isVersion() {
    try {
      Version.parse(toString());
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * The version in what a program prints of itself: 21.0.4 of {@code openjdk version "21.0.4"
   * 2024-07-16}, 6.12.57 of {@code 6.12.57+deb13-amd64}.
   *
   * @return empty if the text has no number
   */
  static Optional<Value> versionIn(String text) {
    Matcher matcher = VERSION_TEXT.matcher(text);
    if (!matcher.find()) {
      return Optional.empty();
    }
    // JDK 8 calls itself 1.8.0.
    return Optional.of(of(matcher.group().replaceFirst("^1\\.8\\.0$", "8")));
  }
}
