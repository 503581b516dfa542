package dev.faultlab.challenge;

import dev.faultlab.challenge.Material.GoSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Builds a Go program with a learner's file in it. */
@FunctionalInterface
public interface GoCompiler {
  /**
   * Builds the program.
   *
   * @param out folder that gets it
   * @return what Go complains of; empty when it was built
   */
  List<String> build(Path file, GoSource source, Path out) throws IOException;
}
