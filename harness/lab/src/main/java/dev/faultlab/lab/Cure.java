package dev.faultlab.lab;

import java.util.List;

/**
 * A way to make a lab's fault disappear while the faulty component stays, or one that is said to
 * and does not: a value of the axis {@link #AXIS}, with what a person needs to know before using
 * it. Whether it helps is not said here; a run's outcomes say it.
 *
 * @param id the value on the axis
 * @param title one line
 * @param restart what has to be restarted for it
 * @param use how it is used
 * @param why why it helps, or why it does not
 * @param price ids of the lab's metrics that show what it costs or gives
 */
public record Cure(
    String id, String title, String restart, Use use, String why, List<String> price) {

  /**
   * How it is used.
   *
   * @param applies versions and set-ups that it can be used with
   * @param apply commands or lines of configuration
   * @param undo how to be without it again
   * @param check how to see that it works
   */
  public record Use(String applies, List<String> apply, String undo, String check) {}

  /** The axis whose values are cures. */
  public static final String AXIS = "cure";

  /** The value of that axis at which there is none: the fault as it is. */
  public static final String NONE = "none";
}
