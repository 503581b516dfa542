package dev.faultlab.signature;

import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.fact.Observation;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.lab.CaptureSpec;
import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.Expected;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Places;
import dev.faultlab.lab.Procedure;
import dev.faultlab.lab.Variant;
import dev.faultlab.plan.Cell;
import dev.faultlab.point.Point;
import dev.faultlab.seen.State;
import dev.faultlab.text.Suggestion;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
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
public record LabSignatures(Lab lab) {
  private static final Signatures KINDS = new Signatures();

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
          ? places.location(List.of("signatures"))
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
    unknownFiles().forEach(what -> byCause.put(what, List.of()));
    for (Variant variant : lab.variants()) {
      problems(variant)
          .forEach(what -> byCause.computeIfAbsent(what, w -> new ArrayList<>()).add(variant.id()));
    }
    return byCause.entrySet().stream().map(e -> new Flaw(e.getValue(), e.getKey())).toList();
  }

  /** Errors in what a variant expects, and kinds that do not exist. */
  private List<String> problems(Variant variant) {
    Procedure procedure = lab.procedures().get(variant.trial().procedure());
    Optional<CaptureSpec> capture = lab.capture().filter(c -> variant.trial().capture());
    Set<String> captures = capture.map(CaptureSpec::file).map(Set::of).orElse(Set.of());
    Set<String> files = new LinkedHashSet<>(procedure.files());
    capture.ifPresent(c -> files.addAll(c.files()));
    List<String> problems = new ArrayList<>();
    for (String id : lab.signatures().keySet()) {
      try {
        DeclaredSignature signature = declared(id, variant);
        if (variant.expect().containsKey(id)) {
          problems.addAll(signature.problems(captures, files));
          problems.addAll(reasons(signature, variant.expect().get(id)));
        }
      } catch (IllegalArgumentException e) {
        problems.add(e.getMessage());
      }
    }
    return problems;
  }

  /** Expectations with a reason that the kind of their signature never gives. */
  private static List<String> reasons(DeclaredSignature signature, Expected expected) {
    List<String> problems = new ArrayList<>();
    for (Expectation each : expected.all()) {
      String presence = each.presence().name();
      List<String> codes = signature.kind().reasons().of(State.valueOf(presence));
      String code = each.because().orElse("");
      if (!code.isEmpty() && !codes.contains(code)) {
        problems.add(
            "signature '%s' of kind %s is never %s for the reason '%s'%s"
                .formatted(
                    signature.id(),
                    signature.kind().kind(),
                    presence.toLowerCase(Locale.ROOT),
                    code,
                    Suggestion.hint(code, codes)));
      }
    }
    return problems;
  }

  /** Inputs of a procedure that no signature of the lab has. */
  private List<String> unknownFiles() {
    Set<String> read = new TreeSet<>();
    lab.signatures()
        .forEach(
            (id, entry) ->
                KINDS.find(entry.getOrDefault("kind", id)).stream()
                    .flatMap(kind -> kind.inputs().stream())
                    .forEach(input -> read.add(input.name())));
    List<String> unknown = new ArrayList<>();
    lab.procedures()
        .forEach(
            (procedure, signature) ->
                signature.inputs().keySet().stream()
                    .filter(name -> !read.contains(name))
                    .map(
                        name ->
                            "procedure '%s': no signature of the lab has an input '%s'; they have %s"
                                .formatted(procedure, name, read))
                    .forEach(unknown::add));
    return unknown;
  }

  /** With the files that the variant's procedure makes, for whichever signature reads them. */
  private DeclaredSignature declared(String id, Variant variant) {
    return KINDS
        .declared(id, lab.signatures().get(id))
        .with(lab.procedures().get(variant.trial().procedure()).inputs());
  }

  /**
   * Applies them to the trials of a run.
   *
   * @param cells all of its points
   * @param run folder that the trials' folders are relative to
   * @return point to its trials, for every cell
   */
  public Map<Point, List<TrialEvidence>> observe(
      Collection<Cell> cells, List<TrialRecord> trials, Path run) {
    Map<Point, Cell> byPoint = new LinkedHashMap<>();
    Map<Point, List<TrialEvidence>> observed = new LinkedHashMap<>();
    for (Cell cell : cells) {
      byPoint.put(cell.point(), cell);
      observed.put(cell.point(), new ArrayList<>());
    }
    for (TrialRecord trial : trials) {
      Cell cell = byPoint.get(trial.point());
      TrialEvidence evidence = new TrialEvidence(run, cell.settings(trial.index()), trial);
      observed.get(trial.point()).add(observe(cell.variant(), evidence));
    }
    return observed;
  }

  /** Applies the signatures that are expected of a variant once to one of its trials. */
  public TrialEvidence observe(Variant variant, TrialEvidence files) {
    Map<String, Observation> seen = new LinkedHashMap<>();
    variant.expect().keySet().forEach(id -> seen.put(id, declared(id, variant).observe(files)));
    return files.withObservations(seen);
  }
}
