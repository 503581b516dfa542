package dev.faultlab.classroom;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A served class for a room. */
abstract class InRoom {
  @TempDir Path folder;
  ServedClass served;

  @BeforeEach
  void serve() throws IOException {
    served = ServedClass.begin(folder, true);
  }

  @AfterEach
  void close() throws IOException {
    served.close();
  }
}
