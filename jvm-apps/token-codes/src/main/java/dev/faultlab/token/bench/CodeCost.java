package dev.faultlab.token.bench;

import dev.faultlab.token.generate.CodeSource;
import dev.faultlab.token.generate.Generator;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What one number costs inside the JVM, by generator and number of threads.
 *
 * <p>The article measured two of these over HTTP, where a request takes a thousand times as long as
 * the number in it. Here there is nothing but the number.
 *
 * <p>The source belongs to the benchmark and not to a thread: all threads use the one shared
 * Random, as they do in the service. Whether its compare-and-set loop shows depends on the machine:
 * threads must really run at once to disturb each other, on cores of their own. With more threads
 * than cores a thread that waits for its turn is in the figure as well; read a column against
 * {@code thread-local-random}'s of the same number of threads, which shares nothing.
 *
 * <h2>How to run this</h2>
 *
 * <pre>{@code
 * java -jar token-codes-all.jar bench --threads 1,2,4,8
 * }</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CodeCost {
  /** All six; a constant of {@link Generator}. */
  @Param public Generator generator;

  private CodeSource source;

  /** One source for all threads of a trial. */
  @Setup
  public void open() {
    source = generator.open();
  }

  /** JMH uses what is returned, so that the JIT cannot leave the work out. */
  @Benchmark
  public int next() {
    return source.next();
  }
}
