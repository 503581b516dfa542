package dev.faultlab.classroom;

import io.javalin.http.Context;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.server.handler.EagerContentHandler.RetainedContentLoaderFactory;
import org.eclipse.jetty.server.handler.ThreadLimitHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.LifeCycle;

/**
 * Keeps one network from exhausting the server: its connections and threads are limited, and some
 * connections are kept for browsers with a known cookie. No thread waits for a request to arrive,
 * and one that does not arrive in time is cut off.
 *
 * <p>Jetty's own limits do not suffice: those on connections refuse the newest, which is the
 * class's, and close none of an attacker; {@code HttpConfiguration}'s minimum data rate is never
 * read, and {@code MinimumDataRateHandler} compares the bytes of all requests together.
 */
final class ConnectionLimits implements Connection.Listener {
  /**
   * Fifty browsers behind one address, with seven connections each, need 350; twice as many fit.
   */
  static final int MAX_PER_NETWORK = 700;

  /** Below the limit of open files of most machines. */
  private static final int MAX_CONNECTIONS = 3000;

  /**
   * By default, Linux drops the SYN of the 51st connection that waits, and its browser waits for
   * seconds.
   */
  private static final int ACCEPT_QUEUE_SIZE = 1024;

  /** Not of the facilitator or of participants; one ends for a new one. */
  private static final int MAX_STRANGERS = 2000;

  /** With the same cookie: a facilitator has three pages. */
  private static final int MAX_PER_OWNER = 20;

  /** A fifth of the pool. A complete request takes a thread for milliseconds. */
  private static final int MAX_THREADS_PER_NETWORK = 50;

  /** A chunk of a body keeps a buffer of this size, however little it contains. */
  private static final int BUFFER_BYTES = 8192;

  private static final int CHUNKS = 16;

  /** A request that is still arriving at two successive looks is late. */
  private static final Duration CHECK_INTERVAL = Duration.ofSeconds(10);

  /** Attribute of a request. */
  private static final String CONNECTION = ConnectionLimits.class.getName();

  /** Whether late requests are cut off at intervals; a test cuts them off itself. */
  volatile boolean checksPeriodically = true;

  /** Oldest first; also the lock of what it holds. */
  private final Map<Connection, Progress> open = new LinkedHashMap<>();

  /** The data that has arrived on a connection. */
  private static final class Progress {
    /** Kept here, because a closed connection has no address. */
    private final String network;

    /** The known cookie that it showed; empty without one. */
    private String owner = "";

    /** Bytes up to the newest complete request. */
    private long bytes;

    private boolean underWay;

    Progress(String network) {
      this.network = network;
    }

    /** Whether it showed no cookie, or one that anyone gets. */
    private boolean isStranger() {
      return owner.isEmpty() || owner.startsWith(AccessControl.BROWSER);
    }

    private boolean isLate(Connection connection) {
      boolean wasUnderWay = underWay;
      underWay = connection.getBytesIn() != bytes;
      return wasUnderWay && underWay;
    }
  }

  /** Adds the limits around the other handlers. */
  void guard(Server server) {
    ThreadLimitHandler threads =
        new ThreadLimitHandler() {
          @Override
          protected String getRemoteIP(Request request) {
            return LanAddresses.network(super.getRemoteIP(request));
          }
        };
    threads.setThreadLimit(MAX_THREADS_PER_NETWORK);
    server.setHandler(
        new EagerContentHandler(
            new CompleteRequestHandler(threads),
            new RetainedContentLoaderFactory((long) CHUNKS * BUFFER_BYTES, BUFFER_BYTES, true)));
    server.addBean(new NetworkConnectionLimit(MAX_CONNECTIONS, server));
    server.addEventListener(
        new LifeCycle.Listener() {
          @Override
          public void lifeCycleStarting(LifeCycle starting) {
            for (Connector connector : server.getConnectors()) {
              ((ServerConnector) connector).setAcceptQueueSize(ACCEPT_QUEUE_SIZE);
              connector.addEventListener(ConnectionLimits.this);
            }
          }

          @Override
          public void lifeCycleStarted(LifeCycle started) {
            checkPeriodically(server);
          }
        });
  }

  /** A request that reaches this point is complete. */
  private final class CompleteRequestHandler extends Handler.Wrapper {
    CompleteRequestHandler(Handler next) {
      super(next);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      Connection connection = request.getConnectionMetaData().getConnection();
      request.setAttribute(CONNECTION, connection);
      synchronized (open) {
        Progress progress = open.get(connection);
        if (progress != null) {
          progress.bytes = connection.getBytesIn();
          progress.underWay = false;
        }
      }
      return super.handle(request, response, callback);
    }
  }

  /** Keeps the connection of a request with a known cookie. */
  void keep(Context ctx, String owner) {
    synchronized (open) {
      Progress progress = open.get(ctx.<Connection>attribute(CONNECTION));
      if (progress != null
          && progress.isStranger()
          && count(p -> p.owner.equals(owner)) < MAX_PER_OWNER) {
        progress.owner = owner;
      }
    }
  }

  private void checkPeriodically(Server server) {
    server
        .getScheduler()
        .schedule(
            () -> {
              checkPeriodically(server);
              if (checksPeriodically) {
                cutLateConnections();
              }
            },
            CHECK_INTERVAL);
  }

  /** Cuts off late requests. */
  void cutLateConnections() {
    List<Connection> late;
    synchronized (open) {
      late = open.keySet().stream().filter(c -> open.get(c).isLate(c)).toList();
    }
    late.forEach(connection -> connection.getEndPoint().close());
  }

  /** How many connections a network holds. */
  int connectionsOf(String network) {
    synchronized (open) {
      return count(progress -> progress.network.equals(network));
    }
  }

  private int count(Predicate<Progress> filter) {
    return (int) open.values().stream().filter(filter).count();
  }

  @Override
  public void onOpened(Connection connection) {
    String network =
        connection.getEndPoint().getRemoteSocketAddress() instanceof InetSocketAddress remote
            ? LanAddresses.network(remote.getAddress().getHostAddress())
            : "";
    Optional<Connection> surplus;
    synchronized (open) {
      surplus = connectionToEnd(network, connection);
      open.put(connection, new Progress(network));
      surplus.ifPresent(open::remove);
    }
    surplus.ifPresent(oldest -> oldest.getEndPoint().close());
  }

  /** The connection that ends for a new one of a network, or the new one itself. */
  private Optional<Connection> connectionToEnd(String network, Connection added) {
    if (connectionsOf(network) >= MAX_PER_NETWORK) {
      return oldest(each -> each.network.equals(network)).or(() -> Optional.of(added));
    }
    return count(Progress::isStranger) >= MAX_STRANGERS ? oldest(each -> true) : Optional.empty();
  }

  /** The oldest without a cookie, or else the oldest of a browser that has not joined. */
  private Optional<Connection> oldest(Predicate<Progress> filter) {
    return open.entrySet().stream()
        .filter(entry -> entry.getValue().isStranger() && filter.test(entry.getValue()))
        .sorted(Comparator.comparing(entry -> !entry.getValue().owner.isEmpty()))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  @Override
  public void onClosed(Connection connection) {
    synchronized (open) {
      open.remove(connection);
    }
  }
}
