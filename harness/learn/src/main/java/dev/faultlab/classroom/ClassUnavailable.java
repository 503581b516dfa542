package dev.faultlab.classroom;

import java.io.IOException;

/** Something the command line needs is unavailable; the message names the next step. */
public final class ClassUnavailable extends IOException {
  public ClassUnavailable(String message) {
    super(message);
  }
}
