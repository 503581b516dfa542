package dev.faultlab.service;

import dev.faultlab.check.CheckFile;
import dev.faultlab.check.Upstream;
import dev.faultlab.stack.ProjectStack;
import dev.faultlab.testcontainers.condition.NetworkCondition;
import dev.faultlab.testcontainers.condition.Testbed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A started service with everything around it. */
final class ServiceStack {
  private static final Duration START_LIMIT = Duration.ofMinutes(10);

  /** Each upstream has addresses of its own: two may listen on one port. */
  private static final String FRONTS =
      """
      set -e
      device=$(ip -o -4 addr show | awk -v a="$1/24" '$4 == a { print $2 }')
      shift
      for address in "$@"; do ip addr add "$address/24" dev "$device"; done
      """;

  /** Docker's own rules for 127.0.0.11 come after this one. */
  private static final String REDIRECT =
      """
      set -e
      for protocol in udp tcp; do
        iptables -w -t nat -I OUTPUT -d 127.0.0.11 -p $protocol --dport 53 -j DNAT --to "$1:53"
      done
      iptables -w -t nat -A POSTROUTING -d "$1" -j MASQUERADE
      [[ $(dig +short +tries=2 +time=2 @127.0.0.11 serial.faultlab TXT) == '"'*'"' ]] ||
        { echo "lookups at 127.0.0.11 do not reach the name server" >&2; exit 1; }
      """;

  private static final String TWO_SERVERS =
      """
      set -e
      rest=$(grep -v '^nameserver' /etc/resolv.conf || true)
      printf 'nameserver %s\\nnameserver %s\\n%s\\n' "$1" "$2" "$rest" >/etc/resolv.conf
      """;

  private final ServiceModel model;
  private final ProjectStack stack;
  private final ComposedParts parts;
  private final Testbed bed;
  private final CheckedService service;

  private ServiceStack(
      CheckFile check, ServiceModel model, ProjectStack stack, ComposedParts parts) {
    this.model = model;
    this.stack = stack;
    this.parts = parts;
    this.bed = new Testbed(parts, upstreams(check, model, stack), true);
    this.service = new CheckedService(check, model, stack, parts);
  }

  /**
   * Starts everything around the service, so that names are answered and calls forwarded before it
   * runs.
   */
  static ServiceStack around(
      CheckFile check, ServiceModel model, ProjectStack stack, NetworkCondition condition)
      throws InterruptedException {
    stack.create(ServiceModel.PARTS, START_LIMIT);
    ServiceStack made = new ServiceStack(check, model, stack, new ComposedParts(stack));
    stack.put(ServiceModel.NAMES, ComposedParts.COREFILE, made.bed.corefile());
    stack.up(ServiceModel.PARTS, START_LIMIT);
    made.connect(condition.twoNameServers());
    return made;
  }

  private void connect(boolean two) {
    Addresses at = new Addresses(stack.identity().net());
    List<String> words = new ArrayList<>(List.of(at.router()));
    for (int i = 1; i < model.upstreams().size(); i++) {
      words.add(at.front(i));
    }
    parts.router().bash(FRONTS, words.toArray(String[]::new));
    bed.connect();
    parts.hold().bash(REDIRECT, at.nameServer());
    if (two) {
      parts.hold().bash(TWO_SERVERS, at.secondNameServer(), at.nameServer());
    }
  }

  private static List<dev.faultlab.testcontainers.condition.Upstream> upstreams(
      CheckFile check, ServiceModel model, ProjectStack stack) {
    Addresses at = new Addresses(stack.identity().net());
    return check.calls().stream()
        .flatMap(
            call ->
                model.namesOf(call.service()).stream().map(name -> named(call, name, model, at)))
        .toList();
  }

  private static dev.faultlab.testcontainers.condition.Upstream named(
      Upstream call, String name, ServiceModel model, Addresses at) {
    int number = model.upstreams().indexOf(call.service());
    return new dev.faultlab.testcontainers.condition.Upstream(
        name, call.port(), at.front(number), at.spare(number), at.target(number));
  }

  Testbed bed() {
    return bed;
  }

  CheckedService service() {
    return service;
  }
}
