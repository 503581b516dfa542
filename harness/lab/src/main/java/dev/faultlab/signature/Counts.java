package dev.faultlab.signature;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.fact.Fact;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.JsonFacts;
import dev.faultlab.fact.MissingFact;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The numbers of one trial from which a signature decides, by their facts. */
record Counts(JsonFacts json, Map<String, Fact<Long>> byId) {
  Counts(JsonFacts json) {
    this(json, new LinkedHashMap<>());
  }

  Counts add(Fact<Long> fact) {
    byId.put(fact.id(), fact);
    return this;
  }

  boolean hasFact(FactSpec spec) {
    return byId.containsKey(spec.id());
  }

  long of(FactSpec spec) {
    return byId.get(spec.id()).value();
  }

  /** The name of a fact, in the words of the lab. */
  String name(FactSpec spec) {
    return byId.get(spec.id()).name();
  }

  /**
   * A value that is true or false.
   *
   * @throws MissingFact when the report lacks it
   */
  boolean flag(String address) {
    JsonNode flag = json.node(address);
    if (!flag.isBoolean()) {
      throw new MissingFact(address + " is '" + flag + "', expected true or false");
    }
    return flag.asBoolean();
  }

  /** A decision that rests on all of them. */
  DecisionList decisions(List<? extends Fact<?>> more) {
    List<Fact<?>> facts = new ArrayList<>(byId.values());
    facts.addAll(more);
    return new DecisionList(facts);
  }

  DecisionList decisions() {
    return decisions(List.of());
  }
}
