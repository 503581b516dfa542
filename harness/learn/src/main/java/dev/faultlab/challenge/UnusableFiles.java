package dev.faultlab.challenge;

import java.util.List;

/** A learner's files cannot be used in the lab; the problems name each line and its error. */
public final class UnusableFiles extends Exception {
  private final transient List<String> problems;

  UnusableFiles(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  public List<String> problems() {
    return problems;
  }
}
