package dev.faultlab.cli;

import java.util.List;
import java.util.Optional;

/**
 * Commands and options of earlier versions, and what replaced them. It is consulted only for words
 * that are unknown today, so a lab may name a parameter like an old option.
 *
 * @param command for which the word is replaced; empty for any command
 * @param word a command or an option; empty for any unknown word
 * @param now the replacement
 */
record Renamed(String command, String word, String now) {
  static final List<Renamed> ALL =
      List.of(
          new Renamed("faultlab", "labs", "./faultlab run --all"),
          new Renamed("faultlab", "resume", "./faultlab run --resume RUN"),
          new Renamed("faultlab", "report", "./faultlab results render"),
          new Renamed("faultlab", "judge", "./faultlab results rejudge"),
          new Renamed("faultlab", "diff", "./faultlab results diff"),
          new Renamed("faultlab", "merge", "./faultlab results merge"),
          new Renamed("check", "--solution", "./faultlab repair check"),
          new Renamed("faultlab", "lint", "./faultlab dev lint"),
          new Renamed("faultlab", "readme", "./faultlab dev readme"),
          new Renamed("faultlab", "reference", "./faultlab dev reference"),
          new Renamed("faultlab", "site", "make site"),
          new Renamed("results", "--latest", "./faultlab results open LAB/latest"),
          new Renamed("results", "", "./faultlab results list LAB"),
          new Renamed("repair", "--hint", "./faultlab repair hint"),
          new Renamed("repair", "--shell", "./faultlab repair shell"),
          new Renamed("repair", "--again", "./faultlab repair reset"),
          new Renamed("repair", "", "./faultlab repair start LAB REPAIR"),
          new Renamed("bisect", "--axis", "--from AXIS=VERSION --to AXIS=VERSION"),
          new Renamed("diff", "--threshold", "--worse-than"),
          new Renamed("diff", "--signatures", "--only-signatures"),
          new Renamed("clean", "--all", "--running"),
          new Renamed("", "--cold", "--no-snapshot"),
          new Renamed("", "--delay", "--delay-ms"),
          new Renamed("", "--labs", "--lab-path"));

  /** The current name of a word that a command does not know. */
  static Optional<String> sentence(String command, List<String> unknown) {
    for (String typed : unknown) {
      String word = typed.replaceFirst("=.*", "");
      for (Renamed old : ALL) {
        boolean here = old.command.isEmpty() || old.command.equals(command);
        if (here && old.word.equals(word)) {
          return Optional.of("'" + word + "' is '" + old.now + "' now");
        }
      }
    }
    return ALL.stream()
        .filter(old -> old.word.isEmpty() && old.command.equals(command) && !unknown.isEmpty())
        .findFirst()
        .map(old -> "no command '" + command + " " + unknown.get(0) + "'; see " + old.now);
  }
}
