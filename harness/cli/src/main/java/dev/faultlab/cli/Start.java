package dev.faultlab.cli;

/**
 * Where Java begins. It needs no library, so that one that is missing is reported like anything
 * else that nobody has foreseen, and does not end with Java's own status, 1.
 */
public final class Start {
  private Start() {}

  public static void main(String[] args) {
    Unexpected.endsTheProgramInAnyThread();
    int status = ExitStatus.SOFTWARE;
    try {
      status = Main.run(args);
    } catch (Throwable unexpected) {
      Unexpected.report(unexpected, System.err);
    } finally {
      System.exit(status);
    }
  }
}
