package dev.faultlab.observation;

import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.lab.CaptureSpec;
import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.Expected;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Places;
import dev.faultlab.lab.Variant;
import dev.faultlab.plan.Cell;
import dev.faultlab.point.Point;
import dev.faultlab.seen.State;
import dev.faultlab.signature.AvailableFiles;
import dev.faultlab.signature.Observation;
import dev.faultlab.signature.Signature;
import dev.faultlab.signature.Signatures;
import dev.faultlab.text.Spelling;
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
    for (Map.Entry<String, Expected> expected : variant.expect().entrySet()) {
      Optional<Signature> kind = kind(expected.getKey());
      for (Expectation each :
          kind.isPresent() ? expected.getValue().all() : List.<Expectation>of()) {
        String presence = each.presence().name();
        List<String> codes = kind.get().reasons().of(State.valueOf(presence));
        String code = each.because().orElse("");
        if (!code.isEmpty() && !codes.contains(code)) {
          problems.add(
              "signature '%s' of kind %s is never %s for the reason '%s'%s"
                  .formatted(
                      expected.getKey(),
                      kind.get().kind(),
                      presence.toLowerCase(Locale.ROOT),
                      code,
                      Spelling.hint(code, codes)));
        }
      }
    }
    return problems;
  }

  /** Inputs of a procedure that no signature of the lab has. */
  private List<String> strangers() {
    Set<String> read = new TreeSet<>();
    for (String id : lab.signatures().keySet()) {
      kind(id).ifPresent(kind -> kind.inputs().forEach(input -> read.add(input.name())));
    }
    List<String> strangers = new ArrayList<>();
    lab.procedures()
        .forEach(
            (procedure, made) ->
                made.inputs().keySet().stream()
                    .filter(name -> !read.contains(name))
                    .map(
                        name ->
                            "procedure '%s': no signature of the lab has an input '%s'; they have %s"
                                .formatted(procedure, name, read))
                    .forEach(strangers::add));
    return strangers;
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
   * Applies them to the trials of a run.
   *
   * @param cells all of its points
   * @param run folder that the trials' folders are relative to
   * @return point to its trials, for every cell
   */
  public Map<Point, List<ObservedTrial>> observe(
      Collection<Cell> cells, List<TrialRecord> trials, Path run) {
    Map<Point, Cell> byPoint = new LinkedHashMap<>();
    Map<Point, List<ObservedTrial>> observed = new LinkedHashMap<>();
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
  public ObservedTrial observe(Variant variant, TrialEvidence files) {
    Map<String, Observation> seen = new LinkedHashMap<>();
    for (String id : variant.expect().keySet()) {
      seen.put(id, known.declared(id, lab.signatures().get(id)).with(made(variant)).observe(files));
    }
    return new ObservedTrial(files.unread(), seen);
  }
}
