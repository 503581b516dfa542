package dev.faultlab.testcontainers.condition;

/**
 * The upstream closes each open connection at the moment in which it is used again: its FIN meets
 * the request, as when an idle timeout of the server ends just then. The router sends the FIN and
 * the reset that follows, by the program {@code caller}; the request does not arrive.
 */
public record ClosesAsReused() implements NetworkCondition {
  @Override
  public About about() {
    return About.of("closes-as-reused");
  }

  @Override
  public Running start(Testbed bed) {
    Part part = bed.parts().router();
    return new OpenConnections(bed) {
      @Override
      void begin() {
        String open = String.join("\n", mark());
        applyRules("mangle PREROUTING", "-j DROP");
        Caller.start(part, open, "close");
      }

      @Override
      public void close() {
        Caller.stop(part);
        super.close();
      }
    };
  }
}
