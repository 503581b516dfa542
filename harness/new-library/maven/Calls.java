/** Calls the library, and counts the calls that fail. It is not told the library's version. */
public class Calls {
  /** Write the call of @LIBRARY@ here. Throw if its answer is not the right one. */
  static void call() throws Exception {}

  public static void main(String[] how) {
    int calls = 20;
    int failed = 0;
    for (int i = 0; i < calls; i++) {
      try {
        if (how[0].equals("by-hand")) throw new Exception("the control");
        call();
      } catch (Exception e) {
        failed++;
      }
    }
    System.out.printf("{\"calls\": %d, \"failed\": %d}%n", calls, failed);
  }
}
