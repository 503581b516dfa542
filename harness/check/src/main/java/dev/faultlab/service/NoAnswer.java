package dev.faultlab.service;

import dev.faultlab.stack.StackException;

/** A service that runs and does not answer as expected. */
final class NoAnswer extends StackException {
  private static final long serialVersionUID = 1L;

  NoAnswer(String message) {
    super(message);
  }
}
