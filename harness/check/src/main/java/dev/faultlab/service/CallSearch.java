package dev.faultlab.service;

import dev.faultlab.check.CalledService;
import dev.faultlab.check.CheckFile;
import dev.faultlab.stack.ProjectStack;
import dev.faultlab.testcontainers.condition.Part;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds whom a service calls, in a capture of one request. */
record CallSearch(CheckFile check, ServiceModel model, ProjectStack stack, byte[] caller) {
  private static final Duration START_LIMIT = Duration.ofMinutes(10);

  /** {@code IP 198.18.1.10.43210 > 198.18.1.129.8080: Flags [P.], ...}. */
  private static final Pattern SEGMENT =
      Pattern.compile("IP ([0-9.]+)\\.(\\d+) > ([0-9.]+)\\.(\\d+): Flags \\[(\\S+)\\]");

  private static final String START =
      """
      setsid tcpdump -Z root -nn -l --immediate-mode -i eth0 tcp >/tmp/calls 2>/tmp/said </dev/null &
      until grep -q 'listening on' /tmp/said; do sleep 0.1; done
      """;

  private static final String ADDRESSES = "getent ahostsv4 \"$1\" | awk '{ print $1 }' | sort -u";

  /** Lists the service's calls; the router is not started, so addresses are the services'. */
  List<CalledService> calls(Consumer<String> note) throws InterruptedException {
    stack.start(List.of(ServiceModel.HOLD, ServiceModel.LOAD), START_LIMIT);
    CheckedService service = new CheckedService(check, model, stack, caller, () -> {});
    Part hold = ServiceStack.part(stack, ServiceModel.HOLD);
    Part load = ServiceStack.part(stack, ServiceModel.LOAD);
    hold.bash(START);
    service.start(note);
    Map<String, String> names = new HashMap<>();
    for (String name : model.services()) {
      if (!name.equals(check.service())) {
        load.bash(ADDRESSES, name).lines().forEach(address -> names.put(address, name));
      }
    }
    return calls(hold.bash("cat /tmp/calls"), service.address(), names);
  }

  /**
   * The services that the checked one opened a connection to, or sent data on one that it has.
   *
   * @param lines of tcpdump without names
   * @param from address of the checked service
   * @param services address to name
   */
  static List<CalledService> calls(String lines, String from, Map<String, String> services) {
    Set<CalledService> calls = new LinkedHashSet<>();
    Set<String> served = new LinkedHashSet<>();
    Matcher segment = SEGMENT.matcher(lines);
    while (segment.find()) {
      boolean opens = segment.group(5).equals("S");
      if (opens && segment.group(3).equals(from)) {
        served.add(segment.group(4)); // a port on which the service itself is called
      } else if (segment.group(1).equals(from)
          && !served.contains(segment.group(2))
          && (opens || segment.group(5).contains("P"))
          && services.containsKey(segment.group(3))) {
        int port = Integer.parseInt(segment.group(4));
        calls.add(new CalledService(services.get(segment.group(3)), port));
      }
    }
    return new ArrayList<>(calls);
  }
}
