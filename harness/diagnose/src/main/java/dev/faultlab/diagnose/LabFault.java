package dev.faultlab.diagnose;

import java.util.Optional;

/**
 * Where a finding can be reproduced.
 *
 * @param lab name
 * @param signature of the lab for the same fault; empty if the lab only shows it as a side effect,
 *     and has no cures for it
 */
public record LabFault(String lab, Optional<String> signature) {

  static Optional<LabFault> of(String lab) {
    return Optional.of(new LabFault(lab, Optional.empty()));
  }

  static Optional<LabFault> of(String lab, String signature) {
    return Optional.of(new LabFault(lab, Optional.of(signature)));
  }
}
