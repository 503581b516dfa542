package dev.faultlab.cli;

import dev.faultlab.cure.ListeningSocket;
import dev.faultlab.cure.RouteLine;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./faultlab fixes window}: the route's window that fixes lab syncookie's fault. */
@Command(
    name = "window",
    mixinStandardHelpOptions = true,
    description = {
      "Computes, for a server that sets SO_RCVBUF, the window scales of its connections on a "
          + "Linux without commit 909172a14974. Prints the ip route commands that make them"
          + " agree (lab syncookie). Nothing is changed: copy the commands to the server.",
      "",
      "./faultlab fixes window --receive-buffer 102400 --route \"192.0.2.0/24 dev eth0 proto kernel"
          + " scope link src 192.0.2.40\""
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:shown", "64:a number is out of range"})
final class FixWindowCommand implements Callable<Integer> {
  @Option(
      names = "--receive-buffer",
      paramLabel = "BYTES",
      required = true,
      description =
          "The size that the server requests, such as Kafka's socket.receive.buffer.bytes. The"
              + " kernel reserves twice as much, so this is half of rb in 'ss -ltnm' if the"
              + " server sets the size.")
  private long receiveBuffer;

  @Option(
      names = "--tcp-rmem",
      paramLabel = "BYTES",
      description =
          "The third number of net.ipv4.tcp_rmem on the server (default: "
              + ListeningSocket.TCP_RMEM_MAX
              + ").")
  private long tcpRmem = ListeningSocket.TCP_RMEM_MAX;

  @Option(
      names = "--rmem-max",
      paramLabel = "BYTES",
      description = "net.core.rmem_max on the server (default: " + ListeningSocket.RMEM_MAX + ").")
  private long rmemMax = ListeningSocket.RMEM_MAX;

  @Option(
      names = "--adv-win-scale",
      paramLabel = "N",
      description = "net.ipv4.tcp_adv_win_scale on the server (default: 1).")
  private int advWinScale = 1;

  @Option(
      names = "--route",
      paramLabel = "LINE",
      description =
          "A line of 'ip route show' or 'ip -6 route show' on the server: a route to clients "
              + "(find it with 'ip route get CLIENT'), with its nexthop lines if it has some. Can "
              + "be"
              + " given several times.")
  private List<String> routes = new ArrayList<>();

  private final PrintStream out;

  FixWindowCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    ListeningSocket listener;
    List<RouteLine> lines;
    try {
      listener = new ListeningSocket(receiveBuffer, tcpRmem, rmemMax, advWinScale);
      lines = routes.stream().map(RouteLine::parse).toList();
    } catch (IllegalArgumentException e) {
      throw new WrongUsage(e.getMessage());
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
    if (lines.isEmpty()) {
      out.println("To get the commands, give the routes to clients with --route.");
    }
    lines.forEach(route -> out.println("  " + route.change(listener.window())));
    if (!lines.isEmpty()) {
      out.println("To undo it:");
      lines.forEach(route -> out.println("  " + route.undo()));
    }
    return ExitStatus.OK;
  }
}
