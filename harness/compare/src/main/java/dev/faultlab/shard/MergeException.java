package dev.faultlab.shard;

/** Shards that do not form one run; one sentence. */
public final class MergeException extends RuntimeException {
  MergeException(String message) {
    super(message);
  }
}
