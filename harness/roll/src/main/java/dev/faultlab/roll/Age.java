package dev.faultlab.roll;

import java.util.Locale;

/** The version of a node or a program: before its step, or after. */
enum Age {
  OLD,
  NEW;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
