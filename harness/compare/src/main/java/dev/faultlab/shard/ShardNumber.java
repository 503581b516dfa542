package dev.faultlab.shard;

import dev.faultlab.lab.BadQuestion;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The number of a machine, and how many there are.
 *
 * @param index from 1 to {@code count}
 */
public record ShardNumber(int index, int count) {
  /** Reads the number from the environment. */
  public static final String AUTO = "auto";

  /** Number from 1, and count; GitLab sets both for a job with {@code parallel}. */
  private static final String NODE = "CI_NODE_INDEX";

  private static final String NODES = "CI_NODE_TOTAL";

  /** Number from 0 in an Indexed Job of Kubernetes, which does not set the count. */
  private static final String COMPLETION = "JOB_COMPLETION_INDEX";

  private static final Pattern FORM = Pattern.compile("([0-9]{1,4})/([0-9]{1,4})");

  /**
   * Parses {@code 2/4}, or {@value #AUTO}.
   *
   * @throws BadQuestion with the text found and the form expected
   */
  public static ShardNumber parse(String text, Map<String, String> environment) {
    if (text.equals(AUTO)) {
      return of(environment);
    }
    Matcher matcher = FORM.matcher(text);
    if (matcher.matches()) {
      ShardNumber number =
          new ShardNumber(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
      if (number.index >= 1 && number.index <= number.count) {
        return number;
      }
    }
    throw new BadQuestion(
        "--shard " + text + ": expected I/N with I from 1 to N, as in 2/4, or " + AUTO);
  }

  private static ShardNumber of(Map<String, String> environment) {
    Optional<String> node = variable(environment, NODE);
    Optional<String> completion = variable(environment, COMPLETION);
    Optional<String> total = variable(environment, NODES);
    if (node.isPresent() == completion.isPresent() || total.isEmpty()) {
      throw new BadQuestion(
          String.format(
              "--shard %s: expected %s (from 1, as GitLab counts) or %s (from 0, as Kubernetes"
                  + " counts), not both, and %s; found %s, %s and %s",
              AUTO,
              NODE,
              COMPLETION,
              NODES,
              node.orElse("none"),
              completion.orElse("none"),
              total.orElse("none")));
    }
    String index = node.or(() -> completion.map(ShardNumber::fromOne)).orElseThrow();
    return parse(index + "/" + total.get(), environment);
  }

  private static String fromOne(String index) {
    return index.matches("[0-9]{1,4}") ? Integer.toString(Integer.parseInt(index) + 1) : index;
  }

  private static Optional<String> variable(Map<String, String> environment, String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
  }

  /** The number that many machines before this one; before the first comes the last. */
  public ShardNumber previous(int machines) {
    return new ShardNumber(Math.floorMod(index - 1 - machines, count) + 1, count);
  }

  @Override
  public String toString() {
    return index + "/" + count;
  }
}
