package dev.faultlab.docker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import dev.faultlab.text.Suggestion;
import java.nio.file.Path;
import java.util.List;

/** A role cannot be filled, or its declaration is wrong; the message names the next step. */
public class ImageException extends RuntimeException {
  public ImageException(String message) {
    super(message);
  }

  public ImageException(String message, Throwable cause) {
    super(message, cause);
  }

  /** The error in a file, with its line; files that are too deep or too long have none. */
  public static ImageException inFile(Path file, JsonProcessingException wrong) {
    int line = wrong.getLocation() == null ? 1 : wrong.getLocation().getLineNr();
    String what = wrong.getOriginalMessage();
    if (wrong instanceof UnrecognizedPropertyException unknown) {
      String key = unknown.getPropertyName();
      List<String> known =
          unknown.getKnownPropertyIds().stream().map(Object::toString).sorted().toList();
      what = "found the unknown key '%s'%s".formatted(key, Suggestion.hint(key, known));
    }
    return new ImageException("%s:%d: %s".formatted(file, line, what), wrong);
  }
}
