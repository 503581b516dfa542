package dev.faultlab.trial;

import java.io.OutputStream;
import java.util.Optional;

/** Shows a capture while it grows. Evidence does not depend on it. */
public interface CaptureWatch {
  /** Shows nothing. */
  CaptureWatch NONE = (id, index) -> Optional.empty();

  /**
   * Receives the bytes of a trial's capture as they are written; closed at its end.
   *
   * @param id of the point
   * @param index of the trial
   * @return empty if it is not shown
   */
  Optional<OutputStream> of(String id, int index);
}
