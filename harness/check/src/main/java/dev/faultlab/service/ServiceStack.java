package dev.faultlab.service;

import dev.faultlab.check.CheckFile;
import dev.faultlab.stack.Execution;
import dev.faultlab.stack.ProjectStack;
import dev.faultlab.stack.Service;
import dev.faultlab.testcontainers.condition.Caller;
import dev.faultlab.testcontainers.condition.NetworkCondition;
import dev.faultlab.testcontainers.condition.NewCertificates;
import dev.faultlab.testcontainers.condition.Part;
import dev.faultlab.testcontainers.condition.Parts;
import dev.faultlab.testcontainers.condition.Testbed;
import dev.faultlab.testcontainers.condition.Upstream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The parts of a testbed as services of a compose project, and the service that they surround. */
public final class ServiceStack {
  private static final Duration START_LIMIT = Duration.ofMinutes(10);

  /** A client's command lasts until its answers are there: recover or deadline, at most 30 m. */
  private static final Duration COMMAND_LIMIT = Duration.ofMinutes(35);

  private static final String COREFILE = "/Corefile";

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

  final Testbed bed;
  final CheckedService service;

  /**
   * Starts everything around the service, so that names are answered and calls forwarded before it
   * runs.
   */
  ServiceStack(
      CheckFile check,
      ServiceModel model,
      ProjectStack stack,
      NetworkCondition condition,
      byte[] caller)
      throws InterruptedException {
    Addresses ips = new Addresses(stack.identity().net());
    List<Upstream> upstreams = new ArrayList<>();
    check
        .calls()
        .forEach(
            call -> {
              // Each upstream has addresses of its own: two may listen on one port.
              int number = model.upstreams().indexOf(call.service());
              String front = ips.front(number);
              for (String name : model.namesOf(call.service())) {
                upstreams.add(
                    new Upstream(name, call.port(), front, ips.spare(number), ips.target(number)));
              }
            });
    stack.create(ServiceModel.PARTS, START_LIMIT);
    ServiceContainers containers = new ServiceContainers(check, model, stack, ips);
    Parts parts =
        new Parts(
            part(stack, ServiceModel.ROUTER),
            part(stack, ServiceModel.NAMES_TOOLS),
            Addresses.CANARIES.stream()
                .map(name -> new Parts.Host(part(stack, name), ips.canary(name)))
                .toList(),
            ips.nameServer(),
            ips.secondNameServer(),
            corefile -> {
              stack.put(ServiceModel.NAMES, COREFILE, corefile);
              stack.signal(ServiceModel.NAMES, "SIGUSR1");
            },
            Optional.of(containers));
    this.bed = new Testbed(parts, upstreams, true);
    stack.put(ServiceModel.NAMES, COREFILE, bed.corefile());
    Stream.concat(
            Addresses.CANARIES.stream(), Stream.of(ServiceModel.ROUTER, ServiceModel.NAMES_TOOLS))
        .forEach(name -> stack.putProgram(name, Caller.PATH, caller));
    stack.start(ServiceModel.PARTS, START_LIMIT);
    bed.connect();
    if (condition instanceof NewCertificates) {
      containers.makeCertificates();
    }
    this.service = new CheckedService(check, model, stack, caller, containers::write);
    Part hold = part(stack, ServiceModel.HOLD);
    hold.bash(REDIRECT, ips.nameServer());
    if (condition.twoNameServers()) {
      hold.bash(TWO_SERVERS, ips.secondNameServer(), ips.nameServer());
    }
  }

  /** A service that has a container. */
  public static Part part(ProjectStack stack, String name) {
    Service service = stack.service(name);
    return command -> {
      try {
        Execution execution = service.execute(command, COMMAND_LIMIT);
        if (execution.exitStatus() != 0) {
          throw new IllegalStateException(
              "a command in %s ended with status %d: %s"
                  .formatted(name, execution.exitStatus(), execution.tail()));
        }
        return new String(execution.stdout(), StandardCharsets.UTF_8);
      } catch (InterruptedException e) {
        throw interrupted(e);
      }
    };
  }

  static IllegalStateException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException("interrupted while a check went on", e);
  }
}
