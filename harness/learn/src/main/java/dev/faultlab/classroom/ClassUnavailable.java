package dev.faultlab.classroom;

import java.io.IOException;

/** What the command line asks for is unavailable; the message says what to do. */
public final class ClassUnavailable extends IOException {
  public ClassUnavailable(String message) {
    super(message);
  }
}
