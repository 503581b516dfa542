package dev.faultlab.lesson;

import java.util.List;

/**
 * How well a learner judges their own answers, over several questions.
 *
 * @param questions number of graded ones
 * @param right share that was right, 0 to 1
 * @param confidence the mean confidence, 0 to 1; above {@code right} is overconfidence
 * @param loss the mean loss, 0 (sure and right every time) to 1 (sure and wrong every time);
 *     constant 50 % gives 0.25
 */
public record ConfidenceScore(int questions, double right, double confidence, double loss) {

  /** The score of a learner's grades, of which there is at least one. */
  public static ConfidenceScore of(List<Grade> grades) {
    return new ConfidenceScore(
        grades.size(),
        grades.stream().mapToDouble(g -> g.mark() == Grade.Mark.RIGHT ? 1 : 0).average().orElse(0),
        grades.stream().mapToDouble(Grade::confidence).average().orElse(0),
        grades.stream().mapToDouble(Grade::loss).average().orElse(0));
  }
}
