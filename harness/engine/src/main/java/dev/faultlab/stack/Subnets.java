package dev.faultlab.stack;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Network;
import dev.faultlab.docker.DockerHost;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The /24s of 198.18.0.0/15, the benchmarking range (RFC 2544). Each is held by a file lock for as
 * long as its stack runs, so that two processes never ask the engine for the same one. The locks
 * die with the process.
 *
 * <p>One object at a time in a process: the kernel drops all of a process's locks on a file as soon
 * as it closes any descriptor of it (fcntl(2)). A file whose lock is held must therefore not be
 * opened again.
 */
public final class Subnets {
  private static final int SUBNETS = 512;
  private static final Pattern IPV4 = Pattern.compile("\\d+(\\.\\d+){3}/\\d+");

  /** 198.18.0.0/24 belongs to stacks that people start by hand. */
  private static final int FIRST = 1;

  private final Path folder;
  private final DockerClient docker;
  private final Map<String, FileChannel> locks = new HashMap<>();

  /**
   * @param folder of the lock files, shared by all runs of this user
   */
  public Subnets(Path folder, DockerHost host) {
    this.folder = folder;
    this.docker = host.client();
  }

  /**
   * Takes a free subnet.
   *
   * @return its first three octets, e.g. {@code 198.18.7}
   * @throws StackException when none is free
   */
  public synchronized String allocate() {
    for (int i = FIRST; i < SUBNETS; i++) {
      String prefix = "198." + (18 + i / 256) + "." + i % 256;
      if (!locks.containsKey(prefix) && lock(prefix)) {
        // Asked while the lock is held, so a network that the last holder just made is included.
        if (used().noneMatch(network -> overlap(network, prefix + ".0/24"))) {
          return prefix;
        }
        release(prefix);
      }
    }
    throw new StackException("all " + SUBNETS + " subnets of 198.18.0.0/15 are in use");
  }

  /** Releases a subnet whose network is gone. */
  public synchronized void release(String prefix) {
    try (FileChannel channel = locks.remove(prefix)) {
      // closing it gives it back; one that was given back before is none
    } catch (IOException e) {
      throw new StackException("cannot release subnet " + prefix, e);
    }
  }

  /** Releases all of them: the run is over. */
  public synchronized void releaseAll() {
    Set.copyOf(locks.keySet()).forEach(this::release);
  }

  private boolean lock(String prefix) {
    try {
      Files.createDirectories(folder);
      FileChannel channel =
          FileChannel.open(folder.resolve(prefix + ".lock"), CREATE, WRITE, NOFOLLOW_LINKS);
      if (channel.tryLock() == null) {
        channel.close();
        return false;
      }
      locks.put(prefix, channel);
      return true;
    } catch (IOException e) {
      throw new StackException("cannot lock a subnet in " + folder, e);
    }
  }

  /** Whether two IPv4 networks, written with the lengths of their prefixes, share addresses. */
  private static boolean overlap(String one, String other) {
    String[] a = one.split("/");
    String[] b = other.split("/");
    int common = Math.min(Integer.parseInt(a[1]), Integer.parseInt(b[1]));
    return common == 0 || (address(a[0]) ^ address(b[0])) >>> (Integer.SIZE - common) == 0;
  }

  private static int address(String dotted) {
    int address = 0;
    for (String octet : dotted.split("\\.")) {
      address = address << 8 | Integer.parseInt(octet);
    }
    return address;
  }

  private Stream<String> used() {
    return docker.listNetworksCmd().exec().stream()
        .map(Network::getIpam)
        .filter(ipam -> ipam != null && ipam.getConfig() != null)
        .flatMap(ipam -> ipam.getConfig().stream())
        .map(config -> String.valueOf(config.getSubnet()))
        .filter(subnet -> IPV4.matcher(subnet).matches());
  }
}
