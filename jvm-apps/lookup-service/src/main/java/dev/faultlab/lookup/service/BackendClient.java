package dev.faultlab.lookup.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * Apache HttpClient with a resolver and a connection policy of our choice. It asks the resolver
 * once for every connection that it opens, and never for one that it has kept.
 */
final class BackendClient implements AutoCloseable {
  // Longer than the 5 s that glibc and Netty wait for a lost reply: such a loss shall show as a
  // slow call, not as a failed one.
  private static final Timeout PATIENCE = Timeout.ofSeconds(30);

  private final PoolingHttpClientConnectionManager connections;
  private final CloseableHttpClient client;
  private final Connection policy;

  /** How a name is resolved when a connection is opened. */
  @FunctionalInterface
  interface Resolve {
    InetAddress address(String name) throws UnknownHostException;
  }

  /**
   * @param threads that may call at once; each gets a connection without waiting for another's
   */
  BackendClient(Resolve resolve, Connection policy, int threads) {
    this.policy = policy;
    connections =
        PoolingHttpClientConnectionManagerBuilder.create()
            .setDnsResolver(new Resolving(resolve))
            .setMaxConnTotal(threads)
            .setMaxConnPerRoute(threads)
            .setDefaultConnectionConfig(
                ConnectionConfig.custom().setConnectTimeout(PATIENCE).build())
            // Closed by a reset, when the answer has been read: no port stays behind in TIME_WAIT,
            // and so the number of ports is no limit of the rate.
            .setDefaultSocketConfig(
                SocketConfig.custom().setSoLinger(TimeValue.ZERO_MILLISECONDS).build())
            .build();
    client =
        HttpClients.custom()
            .setConnectionManager(connections)
            .setDefaultRequestConfig(RequestConfig.custom().setResponseTimeout(PATIENCE).build())
            // A retry would look up twice for one call, and hide what went wrong the first time.
            .disableAutomaticRetries()
            .disableRedirectHandling()
            .disableCookieManagement()
            .disableAuthCaching()
            .disableContentCompression()
            .build();
  }

  /** Calls the backend and returns its HTTP status. */
  int call(String name, int port) throws IOException {
    HttpGet request = new HttpGet("http://" + name + ":" + port + "/");
    if (policy == Connection.NEW) {
      request.setHeader(HttpHeaders.CONNECTION, "close");
    }
    return client.execute(
        request,
        response -> {
          EntityUtils.consume(response.getEntity());
          return response.getCode();
        });
  }

  /** Closes what is kept and not in use, so that the next trial starts without connections. */
  void closeIdle() {
    connections.closeIdle(TimeValue.ZERO_MILLISECONDS);
  }

  @Override
  public void close() throws IOException {
    client.close();
  }

  private record Resolving(Resolve resolve) implements DnsResolver {
    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
      return new InetAddress[] {resolve.address(host)};
    }

    @Override
    public String resolveCanonicalHostname(String host) {
      return host;
    }
  }
}
