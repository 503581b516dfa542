package dev.faultlab.classroom;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.server.handler.EagerContentHandler.RetainedContentLoaderFactory;
import org.eclipse.jetty.server.handler.ThreadLimitHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.LifeCycle;

/**
 * Keeps one address from exhausting the server: its connections and threads are limited. No thread
 * waits for a request to arrive, and one that does not arrive in time is cut off.
 *
 * <p>Jetty's minimum data rates do not help: the setting in {@code HttpConfiguration} is never
 * read, and {@code MinimumDataRateHandler} compares the bytes of all requests together.
 */
final class ConnectionLimits implements Connection.Listener {
  /** Fifty browsers behind one address hold seven each; twice as many would still work. */
  static final int MOST_OF_ADDRESS = 700;

  /** Below the limit of open files of most machines. */
  private static final int MOST = 3000;

  /** A fifth of the pool. A complete request takes a thread for milliseconds. */
  private static final int MOST_THREADS_OF_ADDRESS = 50;

  /** A chunk of a body keeps a buffer of this size, however little it contains. */
  private static final int BUFFER_BYTES = 8192;

  private static final int MOST_CHUNKS = 16;

  /** A request that is still arriving at two successive looks is late. */
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);

  /** Whether late requests are cut off at intervals; a test may call this itself. */
  private volatile boolean looksByItself = true;

  private final Map<Connection, Progress> open = new ConcurrentHashMap<>();
  private final Map<InetAddress, Integer> held = new ConcurrentHashMap<>();

  /** The data that has arrived on a connection. */
  private static final class Progress {
    /** Kept here, because a closed connection has no address. */
    private final InetAddress from;

    /** With the newest complete request. */
    private long bytes;

    private boolean underWay;

    Progress(InetAddress from) {
      this.from = from;
    }

    synchronized void arrived(Connection connection) {
      bytes = connection.getBytesIn();
      underWay = false;
    }

    synchronized boolean late(Connection connection) {
      boolean before = underWay;
      underWay = connection.getBytesIn() != bytes;
      return before && underWay;
    }
  }

  /** Adds the limits around the other handlers. */
  void guard(Server server) {
    ThreadLimitHandler threads = new ThreadLimitHandler();
    threads.setThreadLimit(MOST_THREADS_OF_ADDRESS);
    server.setHandler(
        new EagerContentHandler(
            new Arrival(threads),
            new RetainedContentLoaderFactory(
                (long) MOST_CHUNKS * BUFFER_BYTES, BUFFER_BYTES, true)));
    server.addBean(new NetworkConnectionLimit(MOST, server));
    server.addEventListener(
        new LifeCycle.Listener() {
          @Override
          public void lifeCycleStarting(LifeCycle starting) {
            List.of(server.getConnectors()).forEach(c -> c.addEventListener(ConnectionLimits.this));
          }

          @Override
          public void lifeCycleStarted(LifeCycle started) {
            lookNowAndThen(server);
          }
        });
  }

  /** A request that reaches this point is complete. */
  private final class Arrival extends Handler.Wrapper {
    Arrival(Handler next) {
      super(next);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      Connection connection = request.getConnectionMetaData().getConnection();
      open.computeIfPresent(
          connection,
          (same, progress) -> {
            progress.arrived(same);
            return progress;
          });
      return super.handle(request, response, callback);
    }
  }

  private void lookNowAndThen(Server server) {
    server
        .getScheduler()
        .schedule(
            () -> {
              lookNowAndThen(server);
              if (looksByItself) {
                look();
              }
            },
            BETWEEN_LOOKS);
  }

  /** From now on, only {@link #look()} cuts connections off. */
  void lookOnlyWhenAsked() {
    looksByItself = false;
  }

  /** Cuts off late requests. */
  void look() {
    open.forEach(
        (connection, progress) -> {
          if (progress.late(connection)) {
            connection.getEndPoint().close();
          }
        });
  }

  /** How many connections an address holds. */
  int held(InetAddress address) {
    return held.getOrDefault(address, 0);
  }

  @Override
  public void onOpened(Connection connection) {
    if (connection.getEndPoint().getRemoteSocketAddress() instanceof InetSocketAddress remote) {
      open.put(connection, new Progress(remote.getAddress()));
      if (held.merge(remote.getAddress(), 1, Integer::sum) <= MOST_OF_ADDRESS) {
        return;
      }
    }
    connection.getEndPoint().close();
  }

  @Override
  public void onClosed(Connection connection) {
    Progress ended = open.remove(connection);
    if (ended != null) {
      held.computeIfPresent(ended.from, (same, count) -> count > 1 ? count - 1 : null);
    }
  }
}
