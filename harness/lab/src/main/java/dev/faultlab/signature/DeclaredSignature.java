package dev.faultlab.signature;

import dev.faultlab.evidence.CaptureStats;
import dev.faultlab.fact.MissingFact;
import dev.faultlab.fact.Observation;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.fact.UnreadableEvidence;
import dev.faultlab.lab.Template;
import dev.faultlab.seen.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A signature in a lab's declaration; several can be of one kind.
 *
 * @param id the lab's name for it, kebab-case
 * @param title one line: what it means when it is present
 * @param inputs input name to value, with {@code {placeholders}}
 */
public record DeclaredSignature(
    String id, Signature kind, String title, Map<String, String> inputs) {
  private static final String UNREADABLE = "evidence-unreadable";

  /** With a variant's inputs in place of its own; inputs of other signatures are ignored. */
  public DeclaredSignature with(Map<String, String> variant) {
    Map<String, String> replaced = new LinkedHashMap<>(variant);
    replaced.keySet().retainAll(kind.inputs().stream().map(Input::name).toList());
    inputs.forEach(replaced::putIfAbsent);
    return new DeclaredSignature(id, kind, title, replaced);
  }

  /**
   * Errors in its inputs, a sentence each.
   *
   * @param captures that a trial leaves
   * @param files everything else that it leaves
   */
  List<String> problems(Set<String> captures, Set<String> files) {
    List<String> problems = new ArrayList<>(Inputs.problems(kind.inputs(), inputs));
    for (Input input : kind.inputs()) {
      String value = inputs.getOrDefault(input.name(), "");
      if (input.problem(value).isEmpty()) {
        input.lacks(value, captures, files).ifPresent(problems::add);
      }
    }
    return problems.stream().map(p -> "signature '" + id + "': " + p).toList();
  }

  /**
   * What it finds in a trial, after ruling out what makes any trial inconclusive. It is UNKNOWN
   * when the trial failed ({@code trial-failed}), its capture has a flaw ({@code capture-flawed}),
   * evidence is missing or lacks a fact ({@code * fact-missing}), or reading it fails in any way
   * ({@code evidence-unreadable}).
   *
   * @throws RuntimeException when the thread was interrupted; its interrupt flag is still set
   */
  public Observation observe(TrialEvidence evidence) {
    if (evidence.failure().isPresent()) {
      return Observation.unknown("trial-failed", evidence.failure().get(), List.of());
    }
    Optional<String> flaw = evidence.trial().capture().flatMap(CaptureStats::flaw);
    if (flaw.isPresent()) {
      return Observation.unknown("capture-flawed", flaw.get(), List.of());
    }
    try {
      Map<String, String> filled = new LinkedHashMap<>();
      inputs.forEach((name, text) -> filled.put(name, Template.fill(text, evidence.settings())));
      return requireExposure(kind.observe(evidence, Inputs.of(kind.inputs(), filled)));
    } catch (RuntimeException e) {
      if (Thread.currentThread().isInterrupted()) {
        // A read that an interrupt cut short proves nothing about the evidence.
        throw e;
      }
      return unknown(e, evidence);
    }
  }

  /** An expectation can name only what the kind declares. */
  private Observation requireExposure(Observation seen) {
    if (!kind.reasons().of(seen.state()).contains(seen.code())) {
      throw new IllegalStateException(
          "kind %s gives the undeclared reason %s for %s"
              .formatted(kind.kind(), seen.code(), seen.state()));
    }
    boolean exercised = seen.state() != State.ABSENT || kind.exposure(seen).orElse(1L) > 0;
    return exercised
        ? seen
        : new Observation(State.NOT_EXERCISED, "not-exercised", seen.reason(), seen.facts());
  }

  /** Only this observation is lost, not other signatures or trials. */
  private static Observation unknown(RuntimeException cause, TrialEvidence evidence) {
    if (cause instanceof UnreadableEvidence) {
      return Observation.unknown(UNREADABLE, cause.getMessage(), List.of());
    }
    if (cause instanceof MissingFact) {
      return Observation.unknown("fact-missing", cause.getMessage(), List.of());
    }
    String where =
        Arrays.stream(cause.getStackTrace())
            .filter(frame -> frame.getClassName().startsWith("dev.faultlab."))
            .findFirst()
            .map(frame -> " at " + frame.getFileName() + ":" + frame.getLineNumber())
            .orElse("");
    return Observation.unknown(
        UNREADABLE,
        "%s: %s%s: %s"
            .formatted(evidence.shown(""), cause.getClass().getName(), where, cause.getMessage()),
        List.of());
  }
}
