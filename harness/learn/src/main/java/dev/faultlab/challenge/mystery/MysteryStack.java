package dev.faultlab.challenge.mystery;

import dev.faultlab.observation.ObservedTrial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The stack of a mystery, as far as a person can see and use it. */
public interface MysteryStack {
  /**
   * Each service with its address, its own or that of the service whose network it shares; empty if
   * none is fixed.
   */
  Map<String, String> addresses();

  /** Folder of the loads' files. */
  Path folder();

  /**
   * Runs the load, and observes its evidence.
   *
   * @param index from 1, a new one each time
   */
  ObservedTrial load(int index) throws IOException, InterruptedException;

  /**
   * Opens a shell and waits for its end.
   *
   * @param beside the service, with tools that it lacks, not inside it
   * @return why no shell opened
   */
  Optional<String> shell(String service, boolean beside) throws IOException, InterruptedException;
}
