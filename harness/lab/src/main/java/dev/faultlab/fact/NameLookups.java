package dev.faultlab.fact;

import java.util.Comparator;

/**
 * The lookups of one name, as the program requested it.
 *
 * @param max outstanding at once, including queries that may have been abandoned by then
 * @param certain outstanding at once without doubt
 * @param frame of {@code max}
 * @param lookups in all
 */
record NameLookups(String name, long max, long certain, long frame, long lookups) {

  /**
   * The certain number decides first: a lost reply of one name must not hide that another was
   * looked up twice at once.
   */
  static final Comparator<NameLookups> ORDER =
      Comparator.comparingLong(NameLookups::certain)
          .thenComparingLong(NameLookups::max)
          .thenComparingLong(NameLookups::lookups)
          .thenComparing(NameLookups::name);
}
