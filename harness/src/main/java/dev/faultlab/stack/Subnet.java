package dev.faultlab.stack;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Network;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A /24 out of 198.18.0.0/15, the benchmarking range (RFC 2544), held by a file lock for as long as
 * its stack runs, so that two runs never ask the engine for the same one. The lock dies with the
 * process.
 *
 * @param prefix first three octets, e.g. {@code 198.18.7}
 */
public record Subnet(String prefix, FileChannel channel, FileLock lock) implements AutoCloseable {
  private static final int SUBNETS = 512;

  /** 198.18.0.0/24 belongs to stacks that people start by hand. */
  private static final int FIRST = 1;

  /**
   * Takes a free subnet.
   *
   * @param folder of the lock files, shared by all runs of this user
   * @throws StackException when none is free
   */
  public static Subnet take(Path folder, DockerClient docker) {
    Set<String> used = used(docker);
    try {
      Files.createDirectories(folder);
      for (int i = FIRST; i < SUBNETS; i++) {
        String prefix = "198." + (18 + i / 256) + "." + i % 256;
        if (used.contains(prefix)) {
          continue;
        }
        Optional<Subnet> taken = lock(folder.resolve(prefix + ".lock"), prefix);
        if (taken.isPresent()) {
          return taken.get();
        }
      }
    } catch (IOException e) {
      throw new StackException("cannot lock a subnet in " + folder, e);
    }
    throw new StackException("all " + SUBNETS + " subnets of 198.18.0.0/15 are in use");
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new StackException("cannot release subnet " + prefix, e);
    }
  }

  private static Optional<Subnet> lock(Path file, String prefix) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return Optional.of(new Subnet(prefix, channel, lock));
      }
    } catch (OverlappingFileLockException e) {
      // held by another stack of this process: as good as held by another process
    }
    channel.close();
    return Optional.empty();
  }

  private static Set<String> used(DockerClient docker) {
    Set<String> prefixes = new HashSet<>();
    for (Network network : docker.listNetworksCmd().exec()) {
      if (network.getIpam() == null || network.getIpam().getConfig() == null) {
        continue;
      }
      for (Network.Ipam.Config config : network.getIpam().getConfig()) {
        String subnet = config.getSubnet();
        if (subnet != null && subnet.contains(".")) {
          prefixes.add(subnet.substring(0, subnet.lastIndexOf('.')));
        }
      }
    }
    return prefixes;
  }
}
