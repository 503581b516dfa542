package dev.faultlab.signature;

import dev.faultlab.lab.Template;
import dev.faultlab.text.Spelling;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The files that a trial leaves for signatures.
 *
 * @param captures packets
 * @param others everything else
 */
public record AvailableFiles(Set<String> captures, Set<String> others) {

  public AvailableFiles {
    captures = Set.copyOf(captures);
    others = Set.copyOf(others);
  }

  /** Why an input cannot be read; a name with {@code {placeholders}} may mean any file. */
  Optional<String> lacks(Input input, String value) {
    Set<String> files =
        switch (input.kind()) {
          case CAPTURE -> captures;
          case FILE, POINTER -> others;
          case TEXT, NUMBER -> Set.of(value);
        };
    boolean pointer = input.kind() == Input.Kind.POINTER;
    String file = pointer ? value.substring(0, value.indexOf('#')) : value;
    if (files.contains(file) || !Template.names(file).isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "input '%s': a trial leaves no %s '%s'%s"
            .formatted(
                input.name(),
                input.kind() == Input.Kind.CAPTURE ? "capture" : "file",
                file,
                Spelling.hint(file, new TreeSet<>(files))));
  }
}
