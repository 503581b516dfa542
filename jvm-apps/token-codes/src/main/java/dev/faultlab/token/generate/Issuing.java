package dev.faultlab.token.generate;

import java.io.PrintStream;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Issues codes by any generator, with and without the println that the article's endpoints had. */
public final class Issuing {
  private final PrintStream out;
  private final Map<Generator, CodeSource> sources = new EnumMap<>(Generator.class);
  private final AtomicReference<Tally> tally = new AtomicReference<>(new Tally());

  /**
   * @param out where codes are printed when a request asks for it
   */
  public Issuing(PrintStream out) {
    this.out = out;
    for (Generator generator : Generator.values()) {
      sources.put(generator, generator.open());
    }
  }

  /**
   * Issues a code.
   *
   * @param println whether the code is printed before it is returned, as the article does. It puts
   *     a secret into the log, and all requests behind the lock of one {@link PrintStream}.
   * @return six decimal digits
   */
  public String issue(Generator generator, boolean println) {
    return issue(generator, printing(println));
  }

  /**
   * Issues a code that is drawn digit by digit, as the article's code draws it.
   *
   * @param println as of {@link #issue(Generator, boolean)}
   * @return six decimal digits
   */
  public String issueByDigits(Generator generator, boolean println) {
    return issue(sources.get(generator)::nextByDigits, printing(println));
  }

  /**
   * Issues a code.
   *
   * @param tell what is done with the code before it is returned
   * @return six decimal digits
   */
  public String issue(Generator generator, Consumer<String> tell) {
    CodeSource source = sources.get(generator);
    return issue(() -> sixDigits(source.next()), tell);
  }

  private String issue(Supplier<String> drawing, Consumer<String> tell) {
    Tally counted = tally.get();
    counted.asked();
    String code = drawing.get();
    tell.accept(code);
    counted.issued();
    return code;
  }

  private Consumer<String> printing(boolean println) {
    return println ? out::println : code -> {};
  }

  /** What was counted since the last reset. */
  public Tally tally() {
    return tally.get();
  }

  /** Begins to count anew; a request that is under way ends in the counts it began in. */
  public Tally reset() {
    return tally.getAndSet(new Tally());
  }

  static String sixDigits(int number) {
    return Integer.toString(CodeSource.CODES + number).substring(1);
  }
}
