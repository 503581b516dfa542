package dev.faultlab.cures.testing.bench;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.Charset;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.security.Security;
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

  private int use;

  /** Nothing is kept, as in lab dns-java. */
  @Setup
  public void keepNoAddress() {
    Security.setProperty("networkaddress.cache.ttl", "0");
    Security.setProperty("networkaddress.cache.negative.ttl", "0");
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
    return InetAddress.getByName("one.test");
  }

  @Benchmark
  public int strong() throws NoSuchAlgorithmException {
    return SecureRandom.getInstanceStrong().nextInt(1_000_000);
  }
}
