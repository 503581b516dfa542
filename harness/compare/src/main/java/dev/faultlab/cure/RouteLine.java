package dev.faultlab.cure;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A route as {@code ip route show} prints it, and the command that gives it a window.
 *
 * <p>A route is changed by its whole line: omitted words would be lost. But {@code ip} prints some
 * words that it does not accept, and these are left out: flags of the link's state, the unit of
 * {@code expires}, and the hops of a nexthop object, which the object's number replaces. The window
 * belongs to the route, so it comes before the first {@code nexthop} of a route over several links.
 * (iproute2 6.1, {@code print_route} and {@code iproute_modify}.)
 *
 * @param words of the line
 */
public record RouteLine(List<String> words) {
  private static final Set<String> STATE =
      Set.of(
          "dead",
          "linkdown",
          "pervasive",
          "unresolved",
          "offload",
          "offload_failed",
          "rt_offload",
          "rt_offload_failed",
          "trap",
          "rt_trap");
  private static final String HOP = "nexthop";
  private static final String WINDOW = "window";
  private static final String OBJECT = "nhid";

  /**
   * Reads a line. The lines of a route over several links may be on separate lines.
   *
   * @throws IllegalArgumentException when it has no words
   */
  public static RouteLine parse(String line) {
    if (line.isBlank()) {
      throw new IllegalArgumentException(
          "a route: found an empty line, expected one of 'ip route show'");
    }
    if (!line.strip().matches("(?s)((unicast|local) )?(default|[0-9A-Fa-f.:]+(/[0-9]+)?) .*")) {
      throw new IllegalArgumentException(
          "a route: found '" + line.strip() + "', expected a line of 'ip route show'");
    }
    return new RouteLine(List.of(line.strip().split("\\s+")));
  }

  /** The command that gives the route a window, in bytes. */
  public String change(long window) {
    List<String> route = withoutWindow();
    int hops = route.indexOf(HOP);
    route.addAll(hops < 0 ? route.size() : hops, List.of(WINDOW, Long.toString(window)));
    return command(route);
  }

  /** The command that removes the window again. */
  public String undo() {
    return command(withoutWindow());
  }

  private String command(List<String> route) {
    // ip would take a default route whose gateway is of the other family for one of that family.
    String family = isV6() ? "-6 " : route.contains("inet6") ? "-4 " : "";
    return "ip " + family + "route change " + String.join(" ", route);
  }

  private List<String> withoutWindow() {
    List<String> kept = new ArrayList<>();
    boolean object = words.contains(OBJECT);
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      boolean hop = object && (word.equals("via") || word.equals("dev") || word.equals("weight"));
      if (word.equals(WINDOW)) {
        i++;
      } else if (hop) {
        i += i + 1 < words.size() && isFamily(words.get(i + 1)) ? 2 : 1;
      } else if (i > 0 && words.get(i - 1).equals("expires")) {
        kept.add(word.replaceFirst("sec$", ""));
      } else if (!STATE.contains(word) && !(object && word.equals(HOP))) {
        kept.add(word);
      }
    }
    return kept;
  }

  private static boolean isFamily(String word) {
    return word.equals("inet") || word.equals("inet6");
  }

  /**
   * For a gateway of the other family, the family is part of the command; {@code pref} is printed
   * for IPv6 only.
   */
  private boolean isV6() {
    for (int i = 0; i < words.size(); i++) {
      boolean foreign = i > 0 && words.get(i - 1).equals("inet6");
      if (words.get(i).equals("pref") || words.get(i).contains(":") && !foreign) {
        return true;
      }
    }
    return false;
  }
}
