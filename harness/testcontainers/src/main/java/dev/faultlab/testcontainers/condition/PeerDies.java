package dev.faultlab.testcontainers.condition;

import dev.faultlab.testcontainers.condition.Rules.Rule;

/**
 * The upstream's machine dies and another one takes its address: connections that are in use get no
 * answer any more, not even a reset, and new ones work. No idle time comes before, so a check of
 * idle connections does not help.
 */
public record PeerDies() implements NetworkCondition {
  @Override
  public About about() {
    return About.of("peer-dies");
  }

  @Override
  public Running start(Testbed bed) {
    return new OpenConnections(bed) {
      @Override
      void begin() {
        mark();
        applyRules("mangle PREROUTING", "-j DROP");
        for (String client : clients) {
          String back = "-d " + client + " -p tcp" + MARKED;
          router.add(Rule.drop("mangle FORWARD", back, "unanswered:" + client));
        }
      }
    };
  }
}
