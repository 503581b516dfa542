package dev.faultlab.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test of what becomes of runs of the tiny lab. */
abstract class TinyLabTest {
  @TempDir Path root;
  TinyLab lab;

  @BeforeEach
  void lab() throws IOException {
    lab = new TinyLab(root);
  }
}
