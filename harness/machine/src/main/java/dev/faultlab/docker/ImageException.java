package dev.faultlab.docker;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.nio.file.Path;

/** A role cannot be filled, or its declaration is wrong; the message names the next step. */
public class ImageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ImageException(String message) {
    super(message);
  }

  public ImageException(String message, Throwable cause) {
    super(message, cause);
  }

  /** The error in a file, with its line; files that are too deep or too long have none. */
  public static ImageException in(Path file, JsonProcessingException wrong) {
    int line = wrong.getLocation() == null ? 1 : wrong.getLocation().getLineNr();
    return new ImageException("%s:%d: %s".formatted(file, line, wrong.getOriginalMessage()), wrong);
  }
}
