package dev.faultlab.service;

import dev.faultlab.stack.StackException;

/** A service that ended while it was started. */
final class DoesNotStart extends StackException {
  DoesNotStart(StackException why) {
    super(why.getMessage(), why);
  }
}
