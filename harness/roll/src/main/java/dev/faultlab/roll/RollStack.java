package dev.faultlab.roll;

import dev.faultlab.stack.StackException;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/** The nodes of a roll and the programs that ask them: the boundary to a container engine. */
interface RollStack {

  /**
   * Starts all nodes as the old version, and makes the history.
   *
   * @throws StackException when a node does not start, or the history cannot be made
   */
  void start() throws InterruptedException;

  /**
   * Stops a node and starts it as another version on the same data.
   *
   * @return what became of it
   */
  Status step(String node, Age age) throws InterruptedException;

  /** Whether a node still runs. */
  Status ended(String node) throws InterruptedException;

  /**
   * Runs the system's program.
   *
   * @param age of the program
   * @return the lines that it printed
   * @throws StackException when it did not do what was asked within its limit
   */
  List<String> ask(Age age, List<String> words) throws InterruptedException;

  /**
   * Starts an old client, which works until a file is there. Returns when it has done something;
   * its end waits until that is enough to decide.
   */
  Client keep(List<String> words, String end) throws InterruptedException;

  /** A client at work. */
  interface Client {
    /**
     * Ends it.
     *
     * @return the lines that it printed
     * @throws StackException when it did not do what was asked
     */
    List<String> end() throws InterruptedException, IOException;
  }

  /**
   * Starts the condition of the question for all programs.
   *
   * @return ends it, and counts the packets that met it
   */
  Supplier<Count> startCondition() throws InterruptedException;

  /** Waits before something is read again. */
  void pause() throws InterruptedException;

  /**
   * Whether a node came back, or still runs.
   *
   * @param decided false if it runs and does not become ready, or the engine may have ended it
   * @param why the cause in the first line; empty if it runs
   */
  record Status(boolean decided, String why) {
    static final Status READY = new Status(true, "");

    boolean gone() {
      return !why.isEmpty();
    }

    String cause() {
      return why.lines().findFirst().orElse("");
    }
  }
}
