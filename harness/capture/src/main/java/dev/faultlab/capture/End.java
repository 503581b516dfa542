package dev.faultlab.capture;

/**
 * How the reading of a capture ended. Everything before the end stays usable: a broken tail only
 * loses the frames after it.
 *
 * <p>Offsets are bytes from the start of the capture; in a gzip file, of its decompressed contents.
 */
public sealed interface End {

  /** {@return complete frames before the end} */
  long frames();

  /** {@return one sentence for people, with offset and frame if they are known} */
  String sentence();

  /** The capture was read to its last byte. */
  record Complete(long frames, long bytes) implements End {
    @Override
    public String sentence() {
      return "read completely: " + frames + " frames in " + bytes + " bytes";
    }
  }

  /** The capture stops inside a frame or block, as when its writer was killed. */
  record Truncated(long frames, long offset, String why) implements End {
    @Override
    public String sentence() {
      return "truncated in frame " + (frames + 1) + " at byte " + offset + ": " + why;
    }
  }

  /** The capture contains something that no writer produces, or is not a capture. */
  record Corrupt(long frames, long offset, String why) implements End {
    @Override
    public String sentence() {
      return "corrupt in frame " + (frames + 1) + " at byte " + offset + ": " + why;
    }
  }
}
