package dev.faultlab.run;

import dev.faultlab.lab.Lab;
import dev.faultlab.lab.SignatureSpec;
import dev.faultlab.lab.Variant;
import dev.faultlab.signature.Signature;
import dev.faultlab.signature.Signatures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The signatures of a lab, and where each of them finds its inputs in a variant's trials. */
public final class LabSignatures {

  private final Lab lab;
  private final Signatures known = new Signatures();

  public LabSignatures(Lab lab) {
    this.lab = lab;
  }

  /** What is wrong with the lab's signatures and their inputs, before anything is started. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    for (SignatureSpec spec : lab.signatures().values()) {
      if (known.find(spec.kind()).isEmpty()) {
        problems.add("signature '" + spec.id() + "': no kind '" + spec.kind() + "'");
      }
    }
    if (!problems.isEmpty()) {
      return problems;
    }
    return problems;
  }

  /** What decides a signature of the lab. */
  Signature kind(String id) {
    return known.find(lab.signatures().get(id).kind()).orElseThrow();
  }

  /**
   * Where a signature finds its inputs: as it declares them itself; in their place those of the
   * procedure that makes the files; in theirs the variant's own.
   */
  Map<String, String> inputs(String id, Variant variant) {
    Map<String, String> inputs = new LinkedHashMap<>(lab.signatures().get(id).inputs());
    inputs.putAll(lab.procedures().get(variant.procedure()).inputs());
    inputs.putAll(variant.inputs());
    return inputs;
  }
}
