package dev.faultlab.roll;

import java.util.List;
import java.util.Optional;

/** The nodes of a roll and the programs that ask them: the boundary to a container engine. */
interface RollStack {

  /**
   * Stops a node and starts it as another version on the same data.
   *
   * @return what became of it
   */
  Back step(String node, Age age) throws InterruptedException;

  /** Status and the end of the log of a node that has ended; empty while it runs. */
  Optional<String> ended(String node) throws InterruptedException;

  /**
   * Runs the system's program.
   *
   * @param age of the program
   * @return the lines that it printed
   * @throws ProgramFailed when it did not do what was asked
   */
  List<String> ask(Age age, List<String> words) throws InterruptedException;

  /** The program ended with a status; the message is the end of its output. */
  final class ProgramFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ProgramFailed(String message) {
      super(message);
    }
  }

  /**
   * Whether a node came back.
   *
   * @param decided false if it runs and does not become ready
   * @param why with the end of its log; empty if it came back
   */
  record Back(boolean decided, String why) {
    static final Back READY = new Back(true, "");
  }
}
