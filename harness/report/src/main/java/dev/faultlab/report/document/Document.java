package dev.faultlab.report.document;

import java.util.List;

/**
 * A report, independent of its format.
 *
 * @param head subject and conclusion
 * @param checks the conclusions as test cases, for formats of continuous integration
 */
public record Document(Head head, List<Block> blocks, List<Check> checks) {

  /** A report without test cases. */
  public Document(Head head, List<Block> blocks) {
    this(head, blocks, List.of());
  }

  /**
   * The subject and conclusion of a report.
   *
   * @param subject for example the name of a lab
   * @param judgement one or two words; empty if the report judges nothing
   * @param sentence the judgement for a reader who does not know the expectations; may be empty
   * @param reasons the decisive one first
   * @param about the examined data, e.g. the run's id
   */
  public record Head(
      String subject,
      String title,
      Tone tone,
      String judgement,
      String sentence,
      List<String> reasons,
      Text about) {

    /** The head of a report that judges nothing. */
    public static Head of(String subject, String title) {
      return of(subject, title, Tone.NEUTRAL, "", List.of());
    }

    /** The head of a report whose readers know what was expected. */
    public static Head of(
        String subject, String title, Tone tone, String judgement, List<String> reasons) {
      return new Head(subject, title, tone, judgement, "", reasons, Text.NONE);
    }

    /** This head with fewer reasons. */
    public Head with(List<String> fewer) {
      return new Head(subject, title, tone, judgement, sentence, fewer, about);
    }

    /** Subject and title in one line. */
    public String line() {
      return title.isEmpty() ? subject : subject + ": " + title;
    }
  }

  /** How a reader should take a judgement. */
  public enum Tone {
    GOOD,
    /** An expected fault: neither an alarm nor a relief. */
    FOUND,
    BAD,
    OPEN,
    SKIPPED,
    NEUTRAL;

    /** Whether a reader must act. */
    public boolean alarming() {
      return this == BAD || this == OPEN;
    }
  }

  /**
   * A test case.
   *
   * @param suite class of the test
   */
  public record Check(String suite, String name, double seconds, Result result) {}

  /**
   * The outcome of a test case.
   *
   * @param message one line
   */
  public record Result(Tone tone, String type, String message, String details) {}
}
