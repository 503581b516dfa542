package dev.faultlab.signature;

import dev.faultlab.lab.Template;
import dev.faultlab.text.Suggestion;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * An input that a signature reads, by its name in lab.yaml.
 *
 * @param name kebab-case
 * @param kind form of a value
 * @param required whether the signature cannot decide without it
 * @param help one line: what it is, with its default if it has one
 */
public record Input(String name, Kind kind, boolean required, String help) {

  /** The form of a value. */
  public enum Kind {
    /** Name of the capture file. */
    CAPTURE("a capture file"),
    /** Name of any other evidence file. */
    FILE("a file"),
    /**
     * {@code file#/json/pointer} to a value in JSON evidence (RFC 6901); {@code file#} is the whole
     * file.
     */
    POINTER("file#/json/pointer"),
    /** Any words. */
    TEXT("text"),
    /** A whole number, 1 or more. */
    NUMBER("a whole number, 1 or more");

    private final String form;

    Kind(String form) {
      this.form = form;
    }

    /** The expected form, for messages. */
    public String form() {
      return form;
    }
  }

  static Input required(String name, Kind kind, String help) {
    return new Input(name, kind, true, help);
  }

  static Input optional(String name, Kind kind, String help) {
    return new Input(name, kind, false, help);
  }

  /** Why this value is not valid; a {@code {placeholder}} may stand for anything. */
  Optional<String> problem(String value) {
    if (!value.isBlank() && (!Template.names(value).isEmpty() || fits(value))) {
      return Optional.empty();
    }
    return Optional.of(
        "input '" + name + "' is '" + value + "', expected " + kind.form() + " (" + help + ")");
  }

  /** Why it cannot be read; a name with {@code {placeholders}} may mean any file. */
  Optional<String> lacks(String value, Set<String> captures, Set<String> others) {
    Set<String> files =
        switch (kind) {
          case CAPTURE -> captures;
          case FILE, POINTER -> others;
          case TEXT, NUMBER -> Set.of(value);
        };
    String file = kind == Kind.POINTER ? value.substring(0, value.indexOf('#')) : value;
    if (files.contains(file) || !Template.names(file).isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "input '%s': a trial leaves no %s '%s'%s"
            .formatted(
                name,
                kind == Kind.CAPTURE ? "capture" : "file",
                file,
                Suggestion.hint(file, new TreeSet<>(files))));
  }

  private boolean fits(String value) {
    return switch (kind) {
      case CAPTURE, FILE -> !value.contains("#");
      case POINTER -> value.matches("[^#]+#(/.*)?");
      case NUMBER -> value.matches("[1-9][0-9]{0,17}");
      case TEXT -> true;
    };
  }
}
