package dev.faultlab.signature;

import java.util.List;

/**
 * The codes of the reasons that a kind of signature gives; expectations name those of presence and
 * absence.
 *
 * @param unknown why the evidence was inconclusive, beside what makes any trial inconclusive
 */
public record Reasons(List<String> present, List<String> absent, List<String> unknown) {

  public Reasons {
    present = List.copyOf(present);
    absent = List.copyOf(absent);
    unknown = List.copyOf(unknown);
  }

  static Reasons present(String... codes) {
    return new Reasons(List.of(codes), List.of(), List.of());
  }

  Reasons absent(String... codes) {
    return new Reasons(present, List.of(codes), unknown);
  }

  Reasons unknown(String... codes) {
    return new Reasons(present, absent, List.of(codes));
  }

  /** The codes for a state. */
  public List<String> of(State state) {
    return switch (state) {
      case PRESENT -> present;
      case ABSENT -> absent;
      case UNKNOWN -> unknown;
    };
  }
}
