package dev.faultlab.diagnose;

import static dev.faultlab.capture.dns.DnsScene.A;
import static dev.faultlab.capture.dns.DnsScene.AAAA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.dns.DnsScene;
import dev.faultlab.capture.packet.Packet;
import dev.faultlab.capture.packet.Wire;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What browsers do (RFC 8305, RFC 9460): they ask for AAAA, A and HTTPS records at once, try IPv6
 * first and IPv4 a quarter of a second later, and keep both names and connections. None of it is a
 * fault, though questions stay without an answer, or a connection serves no request.
 */
class BrowserTest {
  private static final int HTTPS = 65;
  private static final String CLIENT = "10.0.0.1";
  private static final String SITE = "10.0.0.9";
  private static final int VISITS = 40;

  /** Whether records of type HTTPS are answered, as many a home router does not. */
  private enum Router {
    ANSWERS,
    REFUSES,
    IS_SILENT
  }

  private static void segment(
      DnsScene scene, double at, boolean six, int port, boolean asks, int flags, int length) {
    byte[] options = (flags & Packet.SYN) != 0 ? Wire.synOptions(1440, 7) : new byte[0];
    long seq = (flags & Packet.SYN) != 0 ? 0 : 1;
    byte[] tcp =
        Wire.tcp(
            asks ? port : 443,
            asks ? 443 : port,
            seq,
            1,
            flags,
            500,
            options,
            Wire.join(length > 0 ? Wire.bytes(23, 3, 3) : new byte[0], new byte[length]));
    String client = six ? "fd00::1" : CLIENT;
    String server = six ? "fd00::9" : SITE;
    String from = asks ? client : server;
    String to = asks ? server : client;
    scene.raw(
        at, Wire.ethernet(six ? Wire.ipv6(from, to, 6, tcp) : Wire.ipv4(from, to, 6, 0, tcp)));
  }

  private static void visit(DnsScene scene, double at, int n, String name, Router router) {
    int port = 20_000 + 10 * n;
    int id = 1 + 3 * n;
    scene.query(at, port, id, name, AAAA).query(at + 0.1, port + 1, id + 1, name, A);
    scene.query(at + 0.2, port + 2, id + 2, name, HTTPS);
    scene.answer(at + 12, port, id, name, AAAA).answer(at + 13, port + 1, id + 1, name, A);
    switch (router) {
      case ANSWERS -> scene.answer(at + 14, port + 2, Wire.dnsAnswer(id + 2, name, HTTPS, 0, 30));
      case REFUSES -> scene.answer(at + 14, port + 2, Wire.dnsAnswer(id + 2, name, HTTPS, 4, 0));
      case IS_SILENT -> {}
    }
    segment(scene, at + 15, true, 30_000 + n, true, Packet.SYN, 0);
    segment(scene, at + 265, false, 31_000 + n, true, Packet.SYN, 0);
    segment(scene, at + 266, false, 31_000 + n, false, Packet.SYN | Packet.ACK, 0);
    segment(scene, at + 267, false, 31_000 + n, true, Packet.ACK, 0);
    for (int request = 0; request < 3; request++) {
      segment(scene, at + 270 + request, false, 31_000 + n, true, Packet.ACK, 60);
      segment(scene, at + 270.5 + request, false, 31_000 + n, false, Packet.ACK, 90);
    }
    segment(scene, at + 1015, true, 30_000 + n, true, Packet.SYN, 0);
    if (router == Router.IS_SILENT) {
      scene.query(at + 1000, port + 2, id + 2, name, HTTPS);
      scene.query(at + 3000, port + 3, id + 2, name, HTTPS);
    }
  }

  /**
   * @param seconds between two visits
   * @param sites how many names there are
   */
  @ParameterizedTest
  @CsvSource({
    "ANSWERS, 5, 40",
    "REFUSES, 5, 40",
    "IS_SILENT, 5, 40",
    "ANSWERS, 40, 1",
    "REFUSES, 40, 1",
    "IS_SILENT, 40, 1",
    "ANSWERS, 13, 3",
    "IS_SILENT, 13, 3"
  })
  void hasNoFault(Router router, int seconds, int sites) {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < VISITS; n++) {
      visit(scene, n * seconds * 1000.0, n, "www.site" + n % sites + ".test", router);
    }
    Diagnosis diagnosis = Diagnosing.of(scene.toBytes());
    assertThat(diagnosis.findings()).isEmpty();
    assertThat(diagnosis.totals().connections()).isEqualTo(2L * VISITS);
  }
}
