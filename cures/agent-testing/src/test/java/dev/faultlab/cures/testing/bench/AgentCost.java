package dev.faultlab.cures.testing.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What each agent's method costs one thread that nobody disturbs: the price of an agent where there
 * is no fault to cure, and its gain where there is.
 *
 * <p>The same lines run without the agent, with it, and with it switched off; {@link AgentCosts}
 * says to JMH with which options. A look-up reads a hosts file (jdk.net.hosts.file), so that no
 * packet has a part in it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AgentCost {
  /** The JDK keeps the last two names, so each of three is searched for at each use. */
  private static final String[] CHARSETS = {OneCharset.NAME, "UTF-16BE", "UTF-16LE"};

  private static final String HOST = "one.test";

  private int use;

  /**
   * Makes sure that nothing is kept, as in lab dns-java. The JDK reads how long to keep an address
   * when it first looks one up, and JMH has done so before any line of a benchmark.
   */
  @Setup
  public void keepsNoAddress() throws IOException {
    Path hosts = Path.of(System.getProperty("jdk.net.hosts.file"));
    for (String address : new String[] {"192.0.2.2", "192.0.2.1"}) {
      Files.writeString(hosts, address + " " + HOST + "\n");
      String found = InetAddress.getByName(HOST).getHostAddress();
      if (!found.equals(address)) {
        throw new IllegalStateException("found " + found + " in a cache, expected " + address);
      }
    }
  }

  /** Charset.forName with a provider's name, one time in three. */
  @Benchmark
  public Charset charset() {
    use = use == CHARSETS.length - 1 ? 0 : use + 1;
    return Charset.forName(CHARSETS[use]);
  }

  /** A name that the JDK has itself: never the agent's business. */
  @Benchmark
  public Charset standardCharset() {
    return Charset.forName("UTF-8");
  }

  @Benchmark
  public InetAddress lookup() throws UnknownHostException {
    return InetAddress.getByName(HOST);
  }

  @Benchmark
  public int strong() throws NoSuchAlgorithmException {
    return SecureRandom.getInstanceStrong().nextInt(1_000_000);
  }
}
