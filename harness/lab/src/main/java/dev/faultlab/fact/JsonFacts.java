package dev.faultlab.fact;

import com.fasterxml.jackson.databind.JsonNode;

/** Reads facts from JSON evidence by {@code file#/json/pointer} (RFC 6901). */
public record JsonFacts(TrialEvidence evidence) {
  /**
   * The node at an address.
   *
   * @param address {@code file#/json/pointer}
   * @throws MissingFact when the file or the node is not there
   * @throws UnreadableEvidence when the file is not JSON
   */
  public JsonNode node(String address) {
    String name = file(address);
    JsonNode node = evidence.json(name).at(pointer(address));
    if (node.isMissingNode() || node.isNull()) {
      throw new MissingFact(evidence.shown(name) + " has nothing at " + pointer(address));
    }
    return node;
  }

  /**
   * A whole number, e.g. a counter.
   *
   * @throws MissingFact when the value is not a whole number or does not fit: an unsigned 64-bit
   *     counter may exceed any {@code long}
   */
  public Fact<Long> count(FactSpec spec, String address) {
    return spec.of(whole(node(address), address), evidence.shown(file(address)), pointer(address));
  }

  /** A whole number, or the sum of an object's whole numbers, e.g. of errors by their class. */
  public Fact<Long> total(FactSpec spec, String address) {
    JsonNode node = node(address);
    if (!node.isObject()) {
      return count(spec, address);
    }
    long sum = 0;
    for (JsonNode each : node) {
      try {
        sum = Math.addExact(sum, whole(each, address));
      } catch (ArithmeticException e) {
        throw new MissingFact(textAt(address) + " adds up to more than " + Long.MAX_VALUE);
      }
    }
    return spec.of(sum, evidence.shown(file(address)), pointer(address));
  }

  private long whole(JsonNode node, String address) {
    if (!node.isIntegralNumber() || !node.canConvertToLong()) {
      throw new MissingFact(
          textAt(address) + " is '" + node + "', expected a whole number up to " + Long.MAX_VALUE);
    }
    return node.asLong();
  }

  private String textAt(String address) {
    return evidence.shown(file(address)) + pointer(address);
  }

  private static String file(String address) {
    return address.substring(0, address.indexOf('#'));
  }

  private static String pointer(String address) {
    return address.substring(address.indexOf('#') + 1);
  }
}
