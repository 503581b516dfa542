package dev.faultlab.stack;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** One running component of a stack, in which commands can be carried out. */
public interface Service {

  /** Its name in compose.yaml. */
  String name();

  /**
   * Runs a command and waits for it while all services of its stack run.
   *
   * @param printed is called whenever it has printed to its standard output
   * @throws StackException when the command exceeds the limit, or a service has ended, or the
   *     engine does not answer
   */
  Execution execute(List<String> command, Duration limit, Runnable printed)
      throws InterruptedException;

  /** The same, for its end alone. */
  default Execution execute(List<String> command, Duration limit) throws InterruptedException {
    return execute(command, limit, () -> {});
  }

  /**
   * Copies files out of it; existing files are not overwritten.
   *
   * @param directory that holds all of them
   * @param names of the files, at least one
   * @param folder that receives them, under the same names
   * @throws StackException when one of them does not exist or is not a file
   */
  void fetch(String directory, List<String> names, Path folder);

  /**
   * Waits until the service has ended.
   *
   * @param limit after which it returns in any case
   */
  void awaitEnd(Duration limit) throws InterruptedException;

  /** Status and end of the log of a service that has ended; empty while it runs. */
  String exitText() throws InterruptedException;

  /** Whether an abandoned command may still run in it. */
  boolean isBusy();

  /** The name of the image that it was started from. */
  String image();

  /** The service's output so far; {@code lines} from the end. */
  String log(int lines) throws InterruptedException;
}
