package dev.faultlab.incidents;

import java.net.Socket;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * TLS handshakes with a server that counts them. With a suite, the client offers only that one.
 *
 * <pre>{@code
 * java -cp incidents.jar dev.faultlab.incidents.Handshakes HOST PORT HANDSHAKES [SUITE]
 * }</pre>
 */
public final class Handshakes {
  private Handshakes() {}

  /** Exits with 1 if a handshake fails for any reason but that the two ends have no suite. */
  public static void main(String[] args) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new TrustAll()}, null);
    for (int i = 0; i < Integer.parseInt(args[2]); i++) {
      try (SSLSocket socket =
          (SSLSocket) context.getSocketFactory().createSocket(args[0], Integer.parseInt(args[1]))) {
        if (args.length > 3 && !args[3].isEmpty()) {
          socket.setEnabledCipherSuites(new String[] {args[3]});
        }
        socket.startHandshake();
      } catch (SSLHandshakeException e) {
        if (!e.getMessage().matches(".*(handshake_failure|No appropriate protocol).*")) {
          throw e;
        }
      }
    }
  }

  /** The certificate is not what this is about. */
  private static final class TrustAll extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
