package dev.faultlab.stack;

import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** One running component of a stack, in which commands can be carried out. */
public interface Service {

  /** Its name in compose.yaml. */
  String name();

  /**
   * Runs a command and waits for it, as long as no service of its stack ends.
   *
   * @throws StackException when it does not end within the limit, or soon after a service has
   *     ended, or the engine does not answer
   */
  Execution execute(List<String> command, Duration limit) throws InterruptedException;

  /**
   * Runs a command and does not wait for it: what it prints goes on as it comes. Where it cannot be
   * run nothing comes; this is for people who look on, and no evidence.
   *
   * @param to closed at the end of the command
   */
  void follow(List<String> command, OutputStream to);

  /**
   * Copies files out of it, over nothing that is there already.
   *
   * @param directory in which all of them lie
   * @param names of the files, at least one
   * @param folder where they go, under the same names
   * @throws StackException when one of them is not there, or is no file
   */
  void fetch(String directory, List<String> names, Path folder);

  /**
   * Waits until the service has ended.
   *
   * @param limit after which it returns all the same
   */
  void awaitEnd(Duration limit) throws InterruptedException;

  /** Status and end of the log of a service that has ended; empty while it runs. */
  String obituary() throws InterruptedException;

  /** Whether a command that was given up may still go on in it. */
  boolean occupied();

  /** The name of the image that it runs, as it was started. */
  String image();

  /** IPv4 address on the stack's network. */
  String address();

  /** What the service has written so far; {@code lines} from the end. */
  String log(int lines) throws InterruptedException;
}
