package dev.faultlab.exercise;

import dev.faultlab.exercise.Material.GoSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Builds a Go program with a learner's file in it. */
@FunctionalInterface
public interface GoCompiler {
  /**
   * Builds the program.
   *
   * @param out folder for the program
   * @return the compiler's complaints; empty when the build succeeded
   */
  List<String> build(Path file, GoSource source, Path out) throws IOException;
}
