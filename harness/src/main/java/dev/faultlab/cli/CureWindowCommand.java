package dev.faultlab.cli;

import dev.faultlab.cure.Listener;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./faultlab cures window}: the route's window that cures lab syncookie's fault. */
@Command(
    name = "window",
    mixinStandardHelpOptions = true,
    description = {
      "Computes, for a server that sets SO_RCVBUF, the window scales that a Linux without commit"
          + " 909172a14974 gives its connections, and prints the ip route commands that make them"
          + " agree (lab syncookie). Nothing is changed: copy the commands to the server.",
      "",
      "./faultlab cures window --receive-buffer 102400 --route \"192.0.2.0/24 dev eth0 proto kernel"
          + " scope link src 192.0.2.40\""
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:shown", "64:a number is out of its range"})
final class CureWindowCommand implements Callable<Integer> {
  private static final String WINDOW = " window \\d+";

  @Option(
      names = "--receive-buffer",
      paramLabel = "BYTES",
      required = true,
      description = "What the server asks for, such as Kafka's socket.receive.buffer.bytes.")
  private long receiveBuffer;

  @Option(
      names = "--tcp-rmem",
      paramLabel = "BYTES",
      description =
          "The third number of net.ipv4.tcp_rmem on the server (default: "
              + Listener.TCP_RMEM_MAX
              + ").")
  private long tcpRmem = Listener.TCP_RMEM_MAX;

  @Option(
      names = "--rmem-max",
      paramLabel = "BYTES",
      description = "net.core.rmem_max on the server (default: " + Listener.RMEM_MAX + ").")
  private long rmemMax = Listener.RMEM_MAX;

  @Option(
      names = "--adv-win-scale",
      paramLabel = "N",
      description = "net.ipv4.tcp_adv_win_scale on the server (default: 1).")
  private int advWinScale = 1;

  @Option(
      names = "--route",
      paramLabel = "LINE",
      description =
          "A line of 'ip route show' or 'ip -6 route show' on the server: a route over which clients"
              + " come. Can be given several times.")
  private List<String> routes = new ArrayList<>();

  @Spec private CommandSpec spec;

  private final PrintStream out;

  CureWindowCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    Listener listener;
    try {
      listener = new Listener(receiveBuffer, tcpRmem, rmemMax, advWinScale);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
    OptionalLong none = OptionalLong.empty();
    out.printf(
        "The listener can offer %d bytes: its SYN-ACKs declare scale %d.%n",
        listener.offer(), listener.synAckScale(none));
    if (!listener.isFaulty()) {
      out.println("A connection from a SYN cookie gets the same scale, on any kernel.");
      return ExitStatus.OK;
    }
    out.printf(
        "Without commit 909172a14974 a connection from a SYN cookie gets scale %d.%n%n",
        listener.cookieScale(none));
    out.printf(
        "A route's window of %d makes both %d, and so does any up to %d; a smaller one costs"
            + " throughput.%n",
        listener.window(),
        listener.cookieScale(OptionalLong.of(listener.window())),
        listener.largestWindow());
    if (routes.isEmpty()) {
      out.println("Give the routes over which clients come with --route to have the commands.");
    }
    routes.forEach(route -> out.println("  " + change(route, listener.window())));
    return ExitStatus.OK;
  }

  /** A route is changed by its whole line: what is left out would be lost. */
  static String change(String route, long window) {
    String line = route.strip().replaceAll(WINDOW, "");
    return "ip " + (isV6(line) ? "-6 " : "") + "route change " + line + " window " + window;
  }

  /** An IPv4 route may have a gateway of the other family. */
  private static boolean isV6(String line) {
    return line.contains(":") && !line.contains("via inet6");
  }
}
