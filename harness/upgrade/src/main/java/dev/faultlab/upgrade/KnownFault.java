package dev.faultlab.upgrade;

import dev.faultlab.lab.Lab;
import dev.faultlab.signature.Signatures;
import java.util.ArrayList;
import java.util.List;

/**
 * A fault that a lab knows of a component.
 *
 * @param lab name
 * @param signature id
 * @param title one line: what it means when it is present
 */
public record KnownFault(String lab, String signature, String title) {

  /** The faults that some variant of these labs is expected to show, or to lack. */
  public static List<KnownFault> ofLabs(List<Lab> labs) {
    Signatures kinds = new Signatures();
    List<KnownFault> faults = new ArrayList<>();
    for (Lab lab : labs) {
      lab.signatures().keySet().stream()
          .filter(id -> lab.variants().stream().anyMatch(v -> v.expect().containsKey(id)))
          .map(id -> kinds.declared(id, lab.signatures().get(id)))
          .forEach(fault -> faults.add(new KnownFault(lab.name(), fault.id(), fault.title())));
    }
    return faults;
  }
}
