package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.ExposureCounts;
import dev.faultlab.seen.Rounds;
import java.util.List;
import java.util.Map;

/**
 * The upstream starts again with other certificates, and all files of the service that have the old
 * ones have these. Counts the connections on which a client begins TLS; its answers decide.
 *
 * @param expired whether the certificates are of the same issuer and past their time, until each
 *     client has met them; otherwise they have another issuer
 */
public record NewCertificates(boolean expired) implements NetworkCondition {
  /** In the containers of name server and canaries, as the program caller knows them. */
  private static final String FOLDER = "/faultlab-certificates";

  /** A record of type handshake (RFC 8446, section 5.1). */
  private static final String HANDSHAKE = " -p tcp -m u32 --u32 0>>22&0x3C@12>>26&0x3C@0>>24=0x16";

  @Override
  public About about() {
    return About.of(expired ? "certificate-expires" : "certificate-rotates");
  }

  /** An upstream starts twice or three times. */
  @Override
  public long seconds() {
    return expired ? 20 : 10;
  }

  @Override
  public Running start(Testbed bed) {
    Parts.Containers containers = bed.containers();
    Parts parts = bed.parts();
    Caller.start(parts.nameServer(), "", "echo", FOLDER, "" + Testbed.TLS_PORT, Testbed.ECHO_NAME);
    trust(parts);
    return new CountedRun(bed) {
      private Map<String, Long> outage = Map.of();

      private void certify(String kind) {
        parts.nameServer().run(List.of(Caller.PATH, "certify", FOLDER, kind));
        trust(parts);
        containers.certify(kind);
      }

      @Override
      void count(String client) {
        String begins = "-s " + client + HANDSHAKE;
        router.add(router.oncePerConnection("mangle PREROUTING", begins, "handshakes:" + client));
      }

      @Override
      public void control(Runnable again) {
        certify("same");
        again.run();
      }

      @Override
      void begin() {
        certify(expired ? "expired" : "new");
      }

      @Override
      public void lift(Runnable met) {
        if (expired) {
          met.run();
          outage = router.packets();
          certify("same");
        }
      }

      @Override
      ExposureCounts exposure(String client, Rounds rounds, Traffic.Counts sent) {
        String label = "handshakes:" + client;
        long later = outage.isEmpty() ? 0 : packets(label) - outage.getOrDefault(label, 0L);
        long made = since(label) - later;
        return exposure(made, made, reason(rounds.harmed() > 0), made + " connections began TLS");
      }

      @Override
      public void close() {
        Trial.closeAll(List.of(() -> Caller.stop(parts.nameServer()), super::close));
      }
    };
  }

  /** Gives canaries the certificates that they trust. */
  private static void trust(Parts parts) {
    String issuers = parts.nameServer().bash("cat " + FOLDER + "/faultlab-issuer");
    String write = "printf %s \"$1\" >/faultlab-issuers";
    parts.canaries().forEach(each -> each.part().bash(write, issuers));
  }

  private String reason(boolean harmed) {
    if (expired) {
      return harmed ? "fails-while-expired" : "accepts-or-tries-again";
    }
    return harmed ? "keeps-old-certificates" : "takes-new-certificates";
  }
}
