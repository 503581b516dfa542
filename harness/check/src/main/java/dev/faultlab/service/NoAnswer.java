package dev.faultlab.service;

import dev.faultlab.stack.StackException;

/** A service that runs and does not answer as expected. */
final class NoAnswer extends StackException {
  NoAnswer(String message) {
    super(message);
  }
}
