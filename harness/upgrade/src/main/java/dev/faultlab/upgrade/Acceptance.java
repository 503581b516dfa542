package dev.faultlab.upgrade;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.faultlab.compare.Change;
import dev.faultlab.lab.AcceptedUntil;
import dev.faultlab.point.Value;
import java.util.Map;
import java.util.Optional;

/**
 * A regression that a team has decided to accept, for a reason and for a time.
 *
 * @param lab name
 * @param variant id; empty for any
 * @param at settings that the place must have; empty for any
 * @param to versions that the candidate must have; empty for any
 * @param signature id; empty for a metric, or for any signature
 * @param metric id; empty if it is not about a metric
 * @param change what became of the signature
 * @param reason in the team's words
 * @param until last day on which it counts, as in 2027-01-31
 */
public record Acceptance(
    String lab,
    Optional<String> variant,
    Map<String, Value> at,
    Map<String, Value> to,
    Optional<String> signature,
    Optional<String> metric,
    Change change,
    String reason,
    String until) {

  AcceptedUntil time() {
    return new AcceptedUntil(reason, until);
  }

  /** What is accepted, for people: {@code charset one-name, provider-lookups appeared}. */
  @JsonIgnore
  public String what() {
    String became =
        metric
            .map(id -> id + " worse")
            .orElseGet(() -> signature.map(id -> id + " ").orElse("") + change.words());
    return "%s%s%s, %s%s"
        .formatted(
            lab,
            variant.map(id -> " " + id).orElse(""),
            at.isEmpty() ? "" : ", " + Upgrade.words(at),
            became,
            to.isEmpty() ? "" : " at " + Upgrade.words(to));
  }

  /** Reason and end: {@code accepted until 2027-01-31: ...}. */
  @JsonIgnore
  public String words() {
    return time().words();
  }

  boolean covers(SignatureRow row, Change became, Map<String, Value> candidate) {
    return metric.isEmpty()
        && became == change
        && covers(row.place(), candidate)
        && signature.map(row.signature()::equals).orElse(true);
  }

  boolean covers(MetricRow row, Map<String, Value> candidate) {
    return metric.filter(row.measured().metric()::equals).isPresent()
        && covers(row.place(), candidate);
  }

  private boolean covers(LabPlace place, Map<String, Value> candidate) {
    return lab.equals(place.lab())
        && variant.map(place.variant()::equals).orElse(true)
        && place.at().entrySet().containsAll(at.entrySet())
        && candidate.entrySet().containsAll(to.entrySet());
  }
}
