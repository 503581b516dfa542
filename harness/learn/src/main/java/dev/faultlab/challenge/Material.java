package dev.faultlab.challenge;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What becomes of a file that a learner may change. */
public sealed interface Material {

  /**
   * Lines {@code key = value}, each of which stands for a setting of the lab.
   *
   * @param keys the keys that may stand there
   */
  record Settings(Map<String, Key> keys) implements Material {}

  /**
   * A key of a settings file.
   *
   * @param target what it sets
   * @param name of the placeholder or compose variable
   * @param allows regular expression of the whole value
   * @param unset value where the line is not there; empty where it has to be
   */
  record Key(Target target, String name, String allows, Optional<String> unset) {}

  /** What a key of a settings file sets. */
  enum Target {
    /** A placeholder of the trial's procedure. */
    WITH,
    /** A compose variable. */
    STACK
  }

  /** Goes into the stack as it is. */
  record Placed() implements Material {}

  /**
   * A class of a program under test, compiled here and put in front of the program's own.
   *
   * @param release JDK release whose class files are made
   * @param with jars that it is compiled against, relative to the repository
   */
  record JavaSource(int release, List<String> with) implements Material {}

  /**
   * A file of a Go program, which is built anew with it.
   *
   * @param module folder of the program, relative to the repository
   * @param at the file's place in it
   * @param program name of what is built
   */
  record GoSource(String module, String at, String program) implements Material {}
}
