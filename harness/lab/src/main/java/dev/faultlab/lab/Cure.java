package dev.faultlab.lab;

import static com.fasterxml.jackson.annotation.JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.util.List;

/**
 * A way to make a lab's fault disappear without replacing the faulty component, or one that does
 * not work although people recommend it. It is a value of the axis {@link #AXIS}, with what a
 * person must know before using it. Whether it helps is not declared here; a run's outcomes show
 * it.
 *
 * @param id the value on the axis
 * @param title one line
 * @param restart what must be restarted
 * @param applies versions and set-ups that it can be used with
 * @param apply commands or lines of configuration
 * @param undo how to remove it again
 * @param check how to see that it works
 * @param why why it helps, or why it does not
 * @param price ids of the lab's metrics that show its cost or gain
 */
public record Cure(
    String id,
    String title,
    String restart,
    String applies,
    @JsonFormat(with = ACCEPT_SINGLE_VALUE_AS_ARRAY) List<String> apply,
    String undo,
    String check,
    String why,
    @JsonFormat(with = ACCEPT_SINGLE_VALUE_AS_ARRAY) List<String> price) {
  /** The axis whose values are cures. */
  public static final String AXIS = "cure";

  /** The value of that axis without a cure: the fault as it is. */
  public static final String NONE = "none";

  public Cure {
    why = why.strip();
  }
}
