package dev.faultlab.docker;

import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.owner.Labels;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * A container beside a stack that is removed when its command ends: {@code docker run --rm}. It
 * always has limits, and labels by which clean-up finds it even if this process is killed. A lab's
 * own services have theirs in the lab's compose file.
 */
public final class OneShot {
  /** How often to look whether a container is gone: for half a minute. */
  private static final int MAX_POLLS = 300;

  private static final int POLL_MILLIS = 100;

  private final List<String> words = new ArrayList<>();
  private String name = newName("once");

  /**
   * A container that belongs to this process and to no run.
   *
   * @param mebibytes of memory; the kernel kills a command that takes more
   */
  public OneShot(int mebibytes) {
    this(mebibytes, Labels.NO_RUN);
  }

  /**
   * @param mebibytes of memory; the kernel kills a command that takes more
   * @param run id of the run with which it is removed if it outlives that run
   */
  public OneShot(int mebibytes, String run) {
    words.addAll(Labels.options(run));
    with("--memory", mebibytes + "m", "--pids-limit", "2048");
    with("--security-opt", "no-new-privileges:true");
  }

  /** Further options of {@code docker run}. */
  public OneShot with(String... options) {
    words.addAll(List.of(options));
    return this;
  }

  /** A name that no other container has. */
  public static String newName(String purpose) {
    String random = Long.toString(ThreadLocalRandom.current().nextLong(1L << 40), 36);
    return "faultlab-" + purpose + "-" + random;
  }

  public OneShot named(String name) {
    this.name = name;
    return this;
  }

  /**
   * Removes a container whose command may still run, and waits until it is gone; one that is gone
   * stays gone. The end of {@code docker run} ends only the client.
   */
  public static void remove(String name) {
    try {
      if (DockerCommand.status("rm", "--force", name) >= CommandResult.TIMED_OUT) {
        System.err.println("faultlab: the container " + name + " may still be there");
      }
      // The engine may be removing it already, to which docker rm answers at once.
      int polls = 0;
      while (DockerCommand.status("container", "inspect", name) == 0 && polls++ < MAX_POLLS) {
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Drops all capabilities but these; it needs none if it only accesses files of its own user. */
  public OneShot capabilities(List<String> capabilities) {
    with("--cap-drop", "ALL");
    capabilities.forEach(capability -> with("--cap-add", capability));
    return this;
  }

  /** Runs it as the owner of a folder, so that new files in it do not belong to root. */
  public OneShot asOwnerOf(Path folder) {
    return with("--user", owner(folder));
  }

  /** The owner of a file, as {@code UID:GID}. */
  public static String owner(Path file) {
    try {
      return Files.getAttribute(file, "unix:uid") + ":" + Files.getAttribute(file, "unix:gid");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the owner of " + file, e);
    }
  }

  public OneShot env(String name, String value) {
    return with("--env", name + "=" + value);
  }

  public OneShot mount(Path from, String at) {
    return with("--volume", from + ":" + at);
  }

  public OneShot readOnly(Path from, String at) {
    return mount(from, at + ":ro");
  }

  /**
   * The command that starts it. If it is killed, as at its time limit, the container is removed.
   *
   * @param inside command in the container; empty for the image's own
   */
  public Command command(String image, List<String> inside) {
    List<String> arguments = new ArrayList<>(List.of("run", "--rm", "--name", name));
    arguments.addAll(words);
    arguments.add(image);
    arguments.addAll(inside);
    String started = name;
    return DockerCommand.of(arguments).onKill(() -> remove(started));
  }
}
