package dev.faultlab.shard;

/** Shards that do not form one run; one sentence. */
public final class MergeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MergeException(String message) {
    super(message);
  }
}
