package dev.faultlab.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Optional;

/** Explains in a sentence what the machine refused: a full disk is not the program's fault. */
public final class FileErrors {
  private FileErrors() {}

  /** What went wrong with a file, in one sentence; empty for another kind of error. */
  public static Optional<String> sentence(Exception error) {
    if (error instanceof UncheckedIOException unchecked) {
      return sentence(unchecked.getCause());
    }
    if (error instanceof FileSystemException file) {
      return Optional.of(file.getFile() + ": " + reason(file));
    }
    // If a program cannot parse its own text, that is its own fault.
    return error instanceof IOException && !(error instanceof JsonProcessingException)
        ? Optional.of(String.valueOf(error.getMessage()))
        : Optional.empty();
  }

  /** Exceptions with a single cause have no message of their own. */
  private static String reason(FileSystemException error) {
    if (error instanceof NoSuchFileException) {
      return "there is no such file or folder";
    }
    if (error instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (error instanceof FileAlreadyExistsException || error instanceof NotDirectoryException) {
      return "it exists and is not a folder";
    }
    return String.valueOf(error.getReason());
  }
}
