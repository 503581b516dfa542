package dev.faultlab.service;

import dev.faultlab.stack.StackException;

/** A service that ended while it was started. */
final class DoesNotStart extends StackException {
  private static final long serialVersionUID = 1L;

  DoesNotStart(StackException why) {
    super(why.getMessage(), why);
  }
}
