package dev.faultlab.lab;

import java.time.DateTimeException;
import java.time.LocalDate;

/**
 * Why a team accepts a finding, and for how long.
 *
 * @param reason in the team's words
 * @param until last day on which it counts, as in 2027-01-31
 */
public record AcceptedUntil(String reason, String until) {

  /**
   * Requires that it counts today.
   *
   * @param what is accepted
   * @param path its day in the file
   * @throws LabException with file and line if the day is over, or does not exist
   */
  public void require(LocalDate today, YamlTree yaml, String what, Object... path) {
    try {
      if (today.isAfter(LocalDate.parse(until))) {
        throw yaml.error(
            "the acceptance of %s expired on %s; fix the fault, or set another date"
                .formatted(what, until),
            path);
      }
    } catch (DateTimeException e) {
      throw yaml.error("there is no day " + until, path);
    }
  }

  /** {@code accepted until 2027-01-31: ...}. */
  public String words() {
    return "accepted until " + until + ": " + reason;
  }
}
