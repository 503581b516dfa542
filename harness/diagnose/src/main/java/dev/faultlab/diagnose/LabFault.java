package dev.faultlab.diagnose;

import java.util.Optional;

/**
 * Where a finding can be seen at will.
 *
 * @param lab name
 * @param signature of the lab that is the same fault; empty where the lab shows it in passing, and
 *     has no cures for it
 */
public record LabFault(String lab, Optional<String> signature) {

  static LabFault of(String lab) {
    return new LabFault(lab, Optional.empty());
  }

  static LabFault of(String lab, String signature) {
    return new LabFault(lab, Optional.of(signature));
  }
}
