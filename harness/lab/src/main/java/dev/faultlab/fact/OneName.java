package dev.faultlab.fact;

import java.util.Comparator;

/**
 * The lookups of one name, as the program requested it.
 *
 * @param most outstanding at once, including queries that may have been given up by then
 * @param certain outstanding at once without doubt
 * @param frame of {@code most}
 * @param lookups in all
 */
record OneName(String name, long most, long certain, long frame, long lookups) {

  /**
   * The certain number decides first: a lost reply of one name must not hide that another was
   * looked up twice at once.
   */
  static final Comparator<OneName> ORDER =
      Comparator.comparingLong(OneName::certain)
          .thenComparingLong(OneName::most)
          .thenComparingLong(OneName::lookups)
          .thenComparing(OneName::name);
}
