package dev.faultlab.signature;

import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.JsonFacts;
import dev.faultlab.fact.Observation;
import dev.faultlab.fact.TrialEvidence;
import java.util.List;
import java.util.stream.Stream;

/** A kind that decides by counters that a program has printed as JSON. */
abstract class CountingSignature extends Signature {
  private final List<Counter> counters;

  /**
   * Where to read a counter.
   *
   * @param fact the counter as a fact
   * @param input name of the input that points to it, or to its report
   * @param below JSON pointer inside that report
   */
  record Counter(FactSpec fact, String input, String below) {
    Counter(FactSpec fact, String input) {
      this(fact, input, "");
    }
  }

  CountingSignature(
      String kind, String title, List<Input> inputs, List<Counter> counters, Reasons reasons) {
    super(kind, title, inputs, counters.stream().map(Counter::fact).toList(), reasons);
    this.counters = counters;
  }

  /** An input for each counter, which has its meaning, and more. */
  static List<Input> inputs(List<Counter> counters, Input... more) {
    return Stream.concat(
            counters.stream()
                .map(c -> Input.required(c.input(), Input.Kind.POINTER, c.fact().meaning())),
            Stream.of(more))
        .toList();
  }

  @Override
  public Observation observe(TrialEvidence evidence, Inputs inputs) {
    JsonFacts json = new JsonFacts(evidence);
    Counts counts = new Counts(json);
    for (Counter counter : counters) {
      FactSpec fact = named(counter.fact(), inputs);
      counts.add(json.count(fact, inputs.text(counter.input()) + counter.below()));
    }
    return decide(counts, inputs);
  }

  /** A fact in the words of the lab. */
  FactSpec named(FactSpec fact, Inputs inputs) {
    return fact;
  }

  /** The predicate itself. */
  abstract Observation decide(Counts counts, Inputs inputs);
}
