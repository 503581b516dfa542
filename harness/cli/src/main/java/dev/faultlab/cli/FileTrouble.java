package dev.faultlab.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Optional;

/** Says in a sentence what the machine refused: a full disk is no fault of the program. */
final class FileTrouble {
  private FileTrouble() {}

  /** Empty when it was nothing of that kind. */
  static Optional<String> sentence(Exception error) {
    if (error instanceof UncheckedIOException unchecked) {
      return sentence(unchecked.getCause());
    }
    if (error instanceof FileSystemException file) {
      return Optional.of(file.getFile() + ": " + reason(file));
    }
    // What a program cannot make of its own text is its own fault.
    return error instanceof IOException && !(error instanceof JsonProcessingException)
        ? Optional.of(String.valueOf(error.getMessage()))
        : Optional.empty();
  }

  /** The exceptions for one case each have no words of their own. */
  private static String reason(FileSystemException error) {
    if (error instanceof NoSuchFileException) {
      return "there is no such file or folder";
    }
    if (error instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (error instanceof FileAlreadyExistsException || error instanceof NotDirectoryException) {
      return "it is there and is no folder";
    }
    return String.valueOf(error.getReason());
  }
}
