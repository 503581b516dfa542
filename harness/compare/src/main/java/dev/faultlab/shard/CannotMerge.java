package dev.faultlab.shard;

/** Shards that do not make one run; one sentence. */
public final class CannotMerge extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CannotMerge(String message) {
    super(message);
  }
}
