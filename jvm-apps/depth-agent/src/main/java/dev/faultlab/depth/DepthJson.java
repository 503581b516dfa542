package dev.faultlab.depth;

/** Writes the counts as JSON by hand: the boot loader must not see a JSON library. */
final class DepthJson {
  private DepthJson() {}

  /**
   * @param notApplicable why there are no counts; empty where there are
   */
  static String of(String notApplicable, DepthCounters counters) {
    StringBuilder json = new StringBuilder(512);
    json.append("{\"method\":").append(quoted(DepthAgent.TARGET + "." + DepthAgent.METHOD));
    json.append(",\"java\":").append(quoted(System.getProperty("java.runtime.version", "")));
    if (!notApplicable.isEmpty()) {
      json.append(",\"applicable\":false,\"reason\":").append(quoted(notApplicable));
      return json.append("}").toString();
    }
    json.append(",\"applicable\":true");
    json.append(",\"calls\":").append(counters.calls());
    json.append(",\"recursiveCalls\":").append(counters.recursiveCalls());
    json.append(",\"deepest\":").append(counters.deepest());
    json.append(",\"threads\":").append(counters.threads());
    json.append(",\"maxInside\":").append(counters.maxInside());
    json.append(",\"firstRecursion\":[");
    String separator = "";
    for (StackTraceElement frame : counters.firstRecursion()) {
      json.append(separator).append(quoted(frame.toString()));
      separator = ",";
    }
    return json.append("]}").toString();
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append(String.format("\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
