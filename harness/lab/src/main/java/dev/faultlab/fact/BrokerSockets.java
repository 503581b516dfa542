package dev.faultlab.fact;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the sockets of the server's kernel: {@code ss -tinHO state established}, one line per
 * socket.
 *
 * <p>{@code wscale:a,b} are the shift counts of a connection: {@code a} for windows that it
 * receives, {@code b} for those that it sends (misc/ss.c of iproute2: snd_wscale and rcv_wscale of
 * struct tcp_info). For a socket without window scaling, ss prints no such word.
 */
public final class BrokerSockets {
  private static final Pattern LINE =
      Pattern.compile("^\\d+\\s+\\d+\\s+(\\S+):(\\d+)\\s+(\\S+):(\\d+)\\s(.*)$");
  private static final Pattern ADDRESS_DECORATION = Pattern.compile("[\\[\\]]|%.*");
  private static final Pattern SCALE = Pattern.compile("\\bwscale:(\\d+),(\\d+)\\b");

  /** The window scale of a socket, as ss prints it. */
  public static final FactSpec KERNEL_SCALE =
      new FactSpec("kernel-scale", FactSpec.TEXT, "scale that the server's kernel applies");

  private BrokerSockets() {}

  /**
   * One connection in the server's kernel.
   *
   * @param windowScale shift count that the kernel applies to the windows that it sends; empty
   *     without scaling
   */
  public record Socket(OptionalInt windowScale, Fact<String> fact) {}

  /**
   * All connections, by the client's address and port.
   *
   * @throws MissingFact when there is no such file
   * @throws UnreadableEvidence when a line is not one of {@code ss}
   */
  public static Map<Endpoint, Socket> read(TrialEvidence evidence, String file) {
    String shown = evidence.shown(file);
    Path path = evidence.file(file).orElseThrow(() -> new MissingFact("no evidence file " + shown));
    Map<Endpoint, Socket> sockets = new LinkedHashMap<>();
    try {
      List<String> lines = Files.readAllLines(path);
      for (int i = 0; i < lines.size(); i++) {
        if (!lines.get(i).isBlank()) {
          parse(lines.get(i).strip(), shown, i + 1, sockets);
        }
      }
    } catch (IOException e) {
      throw new UnreadableEvidence(shown + " cannot be read: " + e.getMessage());
    }
    return sockets;
  }

  private static void parse(String text, String shown, int number, Map<Endpoint, Socket> into) {
    Matcher line = LINE.matcher(text);
    if (!line.find()) {
      throw new UnreadableEvidence(
          shown + " line " + number + " is not a socket as ss prints it: " + text);
    }
    Matcher scale = SCALE.matcher(line.group(5));
    OptionalInt sent =
        scale.find() ? OptionalInt.of(Integer.parseInt(scale.group(2))) : OptionalInt.empty();
    String scaleText = sent.isPresent() ? scale.group() : "no wscale";
    into.put(
        new Endpoint(address(line.group(3)), Integer.parseInt(line.group(4))),
        new Socket(sent, KERNEL_SCALE.of(scaleText, shown, "line " + number)));
  }

  private static Address address(String text) {
    try {
      // A literal, so no name server is asked; Java turns ::ffff:a.b.c.d into the IPv4 address that
      // it is.
      String plain = ADDRESS_DECORATION.matcher(text).replaceAll("");
      byte[] bytes = InetAddress.getByName(plain).getAddress();
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      return bytes.length == 4
          ? Address.v4(buffer.getInt())
          : new Address(buffer.getLong(), buffer.getLong());
    } catch (UnknownHostException e) {
      throw new UnreadableEvidence("'" + text + "' is no address");
    }
  }
}
