package dev.faultlab.service;

import dev.faultlab.check.Ask;
import dev.faultlab.check.Upstream;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a new {@code faultlab.yaml}.
 *
 * @param ask the request
 * @param calls whom the service calls
 * @param image of the service in the compose file, with its variables; empty if it is built
 */
record CheckFileDraft(Ask ask, List<Upstream> calls, String image) {
  private static final Pattern VARIABLE =
      Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::?-([^}]*))?\\}");

  String text() {
    List<String> words = calls.stream().map(Upstream::toString).toList();
    return """
        # Asked by ./faultlab check; docs/check.md explains each key.
        service: %s
        calls: %s  # seen in a capture of one request
        ask: %s
        %sconditions:
          # Set after to the idle time of your load balancer, NAT gateway or firewall.
          idle-dropped: {after: 350s}
          address-flip: {}
          slow-dns: {}
          lost-dns: {}
          dead-server: {}
        """
        .formatted(ask.service(), words.size() == 1 ? words.get(0) : words, ask, versions());
  }

  private String versions() {
    if (image.isEmpty()) {
      return "# To compare two versions, name a variable of the compose file:\n# from: {VERSION: ...}\n# to: {VERSION: ...}\n";
    }
    Matcher variable = VARIABLE.matcher(image);
    boolean found = variable.find();
    String name = found ? variable.group(1) : "image";
    String now = found ? String.valueOf(variable.group(2)) : image;
    return "# To compare two versions:\n# from: {%s: \"%s\"}\n# to: {%s: \"...\"}\n"
        .formatted(name, now.equals("null") ? "..." : now, name);
  }
}
