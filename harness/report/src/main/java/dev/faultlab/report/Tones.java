package dev.faultlab.report;

import dev.faultlab.compare.Answer;
import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.report.document.Document.Tone;
import dev.faultlab.report.document.Text;

/** The tone of a comparison's results. */
public final class Tones {
  private Tones() {}

  /** For a whole comparison. */
  public static Tone tone(Answer answer) {
    return switch (answer) {
      case NOTHING_WORSE -> Tone.GOOD;
      case WORSE -> Tone.BAD;
      case CANNOT_TELL -> Tone.OPEN;
    };
  }

  /** For one change. */
  public static Tone tone(Bearing bearing) {
    return switch (bearing) {
      case FINE -> Tone.NEUTRAL;
      case WORSE -> Tone.BAD;
      case OPEN -> Tone.OPEN;
      case ACCEPTED, LEFT_OUT -> Tone.SKIPPED;
    };
  }

  /** One change in words; a fault that went away is good news. */
  public static Text badge(Change change, Bearing bearing) {
    Tone tone = bearing == Bearing.FINE && change.improves() ? Tone.GOOD : tone(bearing);
    String accepted = bearing == Bearing.ACCEPTED ? ", accepted" : "";
    return Text.badge(tone, change.words() + accepted);
  }
}
