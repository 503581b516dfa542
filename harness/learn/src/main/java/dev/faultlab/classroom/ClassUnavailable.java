package dev.faultlab.classroom;

import java.io.IOException;

/** What was asked for on the command line cannot be had; the message says what to do. */
public final class ClassUnavailable extends IOException {
  public ClassUnavailable(String message) {
    super(message);
  }
}
