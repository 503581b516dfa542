package dev.faultlab.diagnose;

import static dev.faultlab.capture.dns.DnsScene.A;

import dev.faultlab.capture.dns.DnsScene;
import dev.faultlab.capture.packet.CaptureFile;
import dev.faultlab.capture.packet.Packet;
import dev.faultlab.capture.packet.Wire;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Captures that have very many of one thing each, and that their name says. */
public final class Floods {
  private static final String CLIENT = "10.0.0.1";
  private static final String SERVER = "10.0.0.53";
  private static final byte[] NONE = new byte[0];
  private static final byte[] SCALE = Wire.synOptions(1460, 7);
  private static final byte[] NO_SCALE = Wire.synOptions(1460, -1);

  /** Each with a word of what has to be told under "not seen". */
  public static final Map<Flood, String> ALL =
      Map.ofEntries(
          Map.entry(new Flood("names", Floods::names), "DNS queries for more names"),
          Map.entry(new Flood("clients", Floods::clients), "DNS queries for more names"),
          Map.entry(new Flood("types", Floods::types), "DNS queries for more names"),
          Map.entry(new Flood("queries", Floods::queries), "DNS messages beyond"),
          Map.entry(new Flood("repetitions", Floods::repetitions), "DNS messages beyond"),
          Map.entry(new Flood("addresses", Floods::addresses), "facts about servers"),
          Map.entry(new Flood("connections", Floods::connections), "connections that were dropped"),
          Map.entry(new Flood("dead", Floods::dead), "facts about servers"),
          Map.entry(new Flood("holes", Floods::holes), "connections that were dropped"),
          Map.entry(new Flood("servers", Floods::servers), "facts about servers"),
          Map.entry(new Flood("unanswering", Floods::unanswering), "facts about servers"),
          Map.entry(new Flood("streams", Floods::streams), "pieces of DNS over TCP"),
          Map.entry(new Flood("early", Floods::early), "pieces of DNS over TCP"),
          Map.entry(new Flood("fragments", Floods::fragments), "IP datagrams that were dropped"),
          Map.entry(new Flood("interfaces", Floods::interfaces), "interfaces"));

  /** One of them. */
  public record Flood(String name, Supplier<byte[]> capture) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static String address(int net, int n) {
    return net + "." + (n >> 16 & 255) + "." + (n >> 8 & 255) + "." + (n & 255);
  }

  private static byte[] names() {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 25_000; n++) {
      scene.query(n * 0.1, 2000 + n % 60_000, n % 65_536, "host" + n + ".lab", A);
      scene.answer(n * 0.1 + 0.05, 2000 + n % 60_000, n % 65_536, "host" + n + ".lab", A);
    }
    return scene.toBytes();
  }

  private static byte[] clients() {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 25_000; n++) {
      scene.from(address(11, n)).query(n, 2000, 7, "a.lab", A).answer(n + 0.5, 2000, 7, "a.lab", A);
    }
    return scene.toBytes();
  }

  private static byte[] types() {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 40_000; n++) {
      scene.query(n, 2000, n, "a.lab", n).answer(n + 0.5, 2000, n, "a.lab", n);
    }
    return scene.toBytes();
  }

  /** In one moment, so that none is given up meanwhile. */
  private static byte[] queries() {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 30_000; n++) {
      scene.query(0, 2000 + n % 60_000, n, "a.lab", A);
    }
    return scene.toBytes();
  }

  private static byte[] repetitions() {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 60_000; n++) {
      scene.query(n * 20, 2000, 7, "a.lab", A);
    }
    return scene.toBytes();
  }

  private static byte[] addresses() {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 2_000; n++) {
      int first = n * 80;
      String[] many =
          IntStream.range(first, first + 80).mapToObj(i -> address(12, i)).toArray(String[]::new);
      scene.query(n, 2000 + n, n, "a.lab", A);
      scene.answer(n + 0.5, 2000 + n, Wire.dnsAnswer(n, "a.lab", A, 0, 30, many));
    }
    return scene.toBytes();
  }

  private static DnsScene segment(DnsScene scene, double at, String from, String to, byte[] tcp) {
    return scene.raw(at, Wire.ethernet(Wire.ipv4(from, to, 6, 0, tcp)));
  }

  private static byte[] connections() {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 30_000; n++) {
      byte[] syn = Wire.tcp(4000, 80, 0, 0, Packet.SYN, 500, SCALE, NONE);
      segment(scene, n * 0.01, address(11, n), SERVER, syn);
    }
    return scene.toBytes();
  }

  /** Connections with what a side keeps when there are gaps and repetitions. */
  private static byte[] holes() {
    DnsScene scene = new DnsScene();
    byte[] data = new byte[10];
    for (int n = 0; n < 5_000; n++) {
      String client = address(11, n);
      for (int i = 1; i < 8; i++) {
        int at = i < 5 ? i * 100 : 100;
        byte[] tcp = Wire.tcp(4000, 80, at, 1, Packet.ACK, 500, NONE, data);
        segment(scene, n + i * 0.01, client, SERVER, tcp);
        byte[] back = Wire.tcp(80, 4000, at, 1, Packet.ACK, 500, NONE, data);
        segment(scene, n + i * 0.01, SERVER, client, back);
      }
    }
    return scene.toBytes();
  }

  /** Connections that repeat a segment until the client gives up. */
  private static byte[] dead() {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 20_000; n++) {
      double at = n * 100_000.0;
      int port = 4_000 + n;
      byte[] syn = Wire.tcp(port, 80, 0, 0, Packet.SYN, 500, SCALE, NONE);
      byte[] synAck = Wire.tcp(80, port, 0, 1, Packet.SYN | Packet.ACK, 500, SCALE, NONE);
      byte[] data = Wire.tcp(port, 80, 1, 1, Packet.ACK, 500, NONE, new byte[10]);
      segment(scene, at, CLIENT, SERVER, syn);
      segment(scene, at + 1, SERVER, CLIENT, synAck);
      for (int i = 0; i < 8; i++) {
        segment(scene, at + 2 + i * 5_000, CLIENT, SERVER, data);
      }
    }
    return scene.toBytes();
  }

  /** Each of which does not scale. */
  private static byte[] servers() {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 20_000; n++) {
      String server = address(11, n);
      byte[] syn = Wire.tcp(4000, 80, 0, 0, Packet.SYN, 500, SCALE, NONE);
      byte[] synAck = Wire.tcp(80, 4000, 0, 1, Packet.SYN | Packet.ACK, 500, NO_SCALE, NONE);
      byte[] reset = Wire.tcp(80, 4000, 1, 1, Packet.RST | Packet.ACK, 0, NONE, NONE);
      segment(scene, n, CLIENT, server, syn);
      segment(scene, n + 0.1, server, CLIENT, synAck);
      segment(scene, n + 0.2, server, CLIENT, reset);
    }
    return scene.toBytes();
  }

  /** Each is asked in vain, and another one in its place. */
  private static byte[] unanswering() {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 20_000; n++) {
      byte[] query = Wire.udp(2000, 53, Wire.dnsQuery(n, "a.lab", A));
      scene.frame(n * 1000, CLIENT, address(11, n), query);
    }
    return scene.toBytes();
  }

  /** Few bytes in the file announce a long message, of which nothing more is captured. */
  private static byte[] streams() {
    DnsScene scene = new DnsScene().snap(80);
    byte[] data = Wire.join(Wire.u16(65_535), new byte[60_000]);
    for (int n = 0; n < 1_500; n++) {
      String client = address(11, n);
      byte[] syn = Wire.tcp(4000, 53, 0, 0, Packet.SYN, 500, NONE, NONE);
      segment(scene, n, client, SERVER, syn);
      byte[] begun = Wire.tcp(4000, 53, 1, 1, Packet.ACK, 500, NONE, data);
      segment(scene, n + 0.1, client, SERVER, begun);
    }
    return scene.toBytes();
  }

  /** Out of order, byte by byte. */
  private static byte[] early() {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 30_000; n++) {
      String client = address(11, n / 6_000);
      if (n % 6_000 == 0) {
        segment(scene, n, client, SERVER, Wire.tcp(4, 53, 0, 0, Packet.SYN, 500, NONE, NONE));
      }
      byte[] tcp = Wire.tcp(4, 53, 5 + n % 6_000, 1, Packet.ACK, 500, NONE, new byte[1]);
      segment(scene, n, client, SERVER, tcp);
    }
    return scene.toBytes();
  }

  /** The last fragment of each, far behind the others. */
  private static byte[] fragments() {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 2_000; n++) {
      byte[] last = Wire.ipv4(CLIENT, SERVER, 17, n, 8_000, NONE, new byte[8]);
      scene.raw(n * 0.1, Wire.ethernet(last));
    }
    return scene.toBytes();
  }

  private static byte[] interfaces() {
    CaptureFile file = CaptureFile.pcapng(ByteOrder.LITTLE_ENDIAN);
    file.describeInterface(CaptureFile.ETHERNET, 0, NONE);
    byte[] query = Wire.udp(2000, 53, Wire.dnsQuery(1, "a.lab", A));
    file.enhanced(0, 1, Wire.ethernet(Wire.ipv4(CLIENT, SERVER, 17, 1, query)));
    for (int n = 0; n < 20_000; n++) {
      file.describeInterface(CaptureFile.ETHERNET, 0, NONE);
    }
    return file.toBytes();
  }
}
