package dev.faultlab.observation;

import dev.faultlab.lab.CaptureSpec;
import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Places;
import dev.faultlab.lab.Variant;
import dev.faultlab.signature.AvailableFiles;
import dev.faultlab.signature.DeclaredSignature;
import dev.faultlab.signature.Input;
import dev.faultlab.signature.Signature;
import dev.faultlab.signature.Signatures;
import dev.faultlab.signature.State;
import dev.faultlab.text.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The signatures of a lab, and where each finds its inputs in a variant's trials. */
public final class LabSignatures {

  private final Lab lab;
  private final Signatures known = new Signatures();

  public LabSignatures(Lab lab) {
    this.lab = lab;
  }

  /**
   * An error, found before anything is started.
   *
   * @param variants ids of those that have it; empty if it concerns the whole lab
   * @param what one sentence
   */
  public record Flaw(List<String> variants, String what) {
    /** File and line. */
    public String place(Places places) {
      return variants.isEmpty()
          ? places.at(List.of("signatures"))
          : places.variant(variants.get(0));
    }

    @Override
    public String toString() {
      String names = variants.stream().map(v -> "'" + v + "'").collect(Collectors.joining(", "));
      return variants.isEmpty()
          ? what
          : (variants.size() == 1 ? "variant " : "variants ") + names + ": " + what;
    }
  }

  /** Errors in the lab's signatures, their inputs and expectations, each cause once. */
  public List<Flaw> problems() {
    Map<String, List<String>> byCause = new LinkedHashMap<>();
    strangers().forEach(what -> byCause.put(what, List.of()));
    for (Variant variant : lab.variants()) {
      List<String> found =
          new ArrayList<>(
              known.problems(
                  lab.signatures(), variant.expect().keySet(), made(variant), left(variant)));
      found.addAll(reasons(variant));
      found.forEach(
          what -> byCause.computeIfAbsent(what, w -> new ArrayList<>()).add(variant.id()));
    }
    return byCause.entrySet().stream().map(e -> new Flaw(e.getValue(), e.getKey())).toList();
  }

  /** Expectations with a reason that the kind of their signature never gives. */
  private List<String> reasons(Variant variant) {
    List<String> problems = new ArrayList<>();
    variant
        .expect()
        .forEach(
            (id, expected) ->
                kind(id)
                    .ifPresent(
                        kind ->
                            expected.all().stream()
                                .flatMap(expectation -> reason(id, kind, expectation).stream())
                                .forEach(problems::add)));
    return problems;
  }

  private static Optional<String> reason(String id, Signature kind, Expectation expectation) {
    State state = State.valueOf(expectation.presence().name());
    List<String> codes = kind.reasons().of(state);
    return expectation
        .because()
        .filter(code -> !codes.contains(code))
        .map(
            code ->
                "signature '%s' of kind %s is never %s for the reason '%s'%s"
                    .formatted(
                        id,
                        kind.kind(),
                        expectation.presence().name().toLowerCase(Locale.ROOT),
                        code,
                        Spelling.hint(code, codes)));
  }

  /** Inputs of a procedure that no signature of the lab has. */
  private List<String> strangers() {
    Set<String> read =
        lab.signatures().entrySet().stream()
            .flatMap(entry -> kind(entry.getKey()).stream())
            .flatMap(kind -> kind.inputs().stream())
            .map(Input::name)
            .collect(Collectors.toCollection(TreeSet::new));
    return lab.procedures().entrySet().stream()
        .flatMap(
            procedure ->
                procedure.getValue().inputs().keySet().stream()
                    .filter(name -> !read.contains(name))
                    .map(
                        name ->
                            String.format(
                                "procedure '%s': no signature of the lab has an input '%s'; they"
                                    + " have %s",
                                procedure.getKey(), name, read)))
        .toList();
  }

  private Optional<Signature> kind(String id) {
    return known.find(lab.signatures().get(id).getOrDefault("kind", id));
  }

  /** Where the files are that a variant's procedure makes, for whichever signature reads them. */
  private Map<String, String> made(Variant variant) {
    return lab.procedures().get(variant.trial().procedure()).inputs();
  }

  private AvailableFiles left(Variant variant) {
    Optional<CaptureSpec> capture = lab.capture().filter(c -> variant.trial().capture());
    Set<String> others =
        new LinkedHashSet<>(lab.procedures().get(variant.trial().procedure()).files());
    capture.ifPresent(c -> others.addAll(c.files()));
    return new AvailableFiles(capture.map(CaptureSpec::file).map(Set::of).orElse(Set.of()), others);
  }

  /**
   * A signature with its inputs: its own declaration, overridden by the procedure that makes the
   * files.
   */
  DeclaredSignature declared(String id, Variant variant) {
    return known.declared(id, lab.signatures().get(id)).with(made(variant));
  }
}
