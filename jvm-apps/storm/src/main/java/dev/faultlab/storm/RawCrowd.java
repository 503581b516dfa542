package dev.faultlab.storm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;

/**
 * Thousands of clients on one thread: each connects, asks for the broker's API versions as every
 * Kafka client does first, and keeps the connection. Those that lose it try again after a backoff
 * (Kafka's {@code reconnect.backoff.max.ms} is a second), and all at the same moment: the incident
 * had 18,000 clients, 18 in a millisecond, and some hundred have to come closer together than that
 * to bring as many SYNs into the queue at once.
 *
 * <p>They keep their connections alive with TCP's own probes (RFC 9293 3.8.4). A broker that goes
 * away with thousands of connections leaves more orphans than its kernel keeps ({@code
 * tcp_max_orphans}); the rest get one RST each, and whoever misses it would wait for ever. Kafka's
 * clients find out by the next thing that they send.
 *
 * <p>That they speak at once matters: a client that only connects leaves the server half-open when
 * the last segment of the handshake is dropped at a full accept queue; a segment with data is sent
 * again, and completes it.
 */
final class RawCrowd implements Crowd, Runnable {
  private static final int KEEP_ALIVE_SECONDS = 15;

  private final InetSocketAddress broker;
  private final int clients;
  private final long spreadNanos;
  private final Duration limit;
  private final Backoff backoff;
  private final Selector selector;
  private final Thread thread;
  private final Round first;
  private final Round second;
  private final PriorityQueue<Client> waiting =
      new PriorityQueue<>(Comparator.comparingLong(client -> client.retryAt));

  private static final class Client {
    private final int number;
    private Round round;
    private boolean served;
    private int failures;
    private long attemptAt;
    private long retryAt;
    private ByteBuffer request = ByteBuffer.allocate(0);
    private final ByteBuffer answer = ByteBuffer.allocate(512);

    Client(int number, Round round) {
      this.number = number;
      this.round = round;
    }
  }

  /**
   * Connects.
   *
   * @param spread over which the clients come for the first time, evenly; zero: all at once
   * @param backoff when clients that were refused or lost their connection come again
   */
  RawCrowd(InetSocketAddress broker, int clients, Duration spread, Backoff backoff, Duration limit)
      throws IOException {
    this.broker = broker;
    this.clients = clients;
    this.spreadNanos = spread.toNanos();
    this.limit = limit;
    this.backoff = backoff;
    this.first = new Round(clients);
    this.second = new Round(clients);
    this.selector = Selector.open();
    this.thread = new Thread(this, "raw-crowd");
    this.thread.setDaemon(true);
    this.thread.start();
  }

  @Override
  public Report awaitConnected() throws InterruptedException {
    return first.await(limit);
  }

  @Override
  public Report awaitReconnected() throws InterruptedException {
    return second.await(limit);
  }

  @Override
  public void run() {
    try {
      long begin = System.nanoTime();
      for (int i = 0; i < clients; i++) {
        Client client = new Client(i, first);
        client.retryAt = begin + i * (spreadNanos / clients);
        waiting.add(client);
      }
      while (selector.isOpen()) {
        Client next = waiting.peek();
        long sleep = next == null ? 0 : Math.max(1, (next.retryAt - System.nanoTime()) / 1_000_000);
        selector.select(this::ready, sleep);
        while (!waiting.isEmpty() && waiting.peek().retryAt <= System.nanoTime()) {
          connect(waiting.poll());
        }
      }
    } catch (java.nio.channels.ClosedSelectorException e) {
      // close() was called; nothing is left to do
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void connect(Client client) throws IOException {
    SocketChannel channel = SocketChannel.open();
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    channel.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, KEEP_ALIVE_SECONDS);
    channel.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, KEEP_ALIVE_SECONDS);
    client.round.attempted(1);
    client.attemptAt = System.nanoTime();
    client.answer.clear().limit(Integer.BYTES);
    client.request = KafkaBytes.apiVersions(client.number);
    try {
      channel.connect(broker);
      channel.register(selector, SelectionKey.OP_CONNECT, client);
    } catch (IOException e) {
      retry(client, channel);
    }
  }

  private void ready(SelectionKey key) {
    Client client = (Client) key.attachment();
    SocketChannel channel = (SocketChannel) key.channel();
    try {
      if (key.isConnectable()) {
        if (!finish(client, channel)) {
          return;
        }
        key.interestOps(SelectionKey.OP_WRITE);
      }
      if (key.isWritable()) {
        channel.write(client.request);
        if (!client.request.hasRemaining()) {
          key.interestOps(SelectionKey.OP_READ);
        }
      }
      if (key.isReadable()) {
        read(client, channel);
      }
    } catch (IOException e) {
      lost(client, channel);
    }
  }

  private boolean finish(Client client, SocketChannel channel) throws IOException {
    try {
      channel.finishConnect();
      client.round.connected(System.nanoTime() - client.attemptAt);
      client.failures = 0;
      return true;
    } catch (java.net.ConnectException e) {
      client.round.refused();
      retry(client, channel);
      return false;
    }
  }

  /** Reads the length, then that many bytes. */
  private void read(Client client, SocketChannel channel) throws IOException {
    ByteBuffer answer = client.answer;
    if (channel.read(answer) < 0) {
      lost(client, channel);
      return;
    }
    if (answer.hasRemaining()) {
      return;
    }
    if (answer.position() == Integer.BYTES) {
      int length = answer.getInt(0);
      if (length <= 0 || length > answer.capacity() - Integer.BYTES) {
        throw new IOException("an answer of " + length + " bytes: is that a Kafka broker?");
      }
      answer.limit(Integer.BYTES + length);
      read(client, channel);
      return;
    }
    if (!client.served) {
      client.served = true;
      client.round.served(System.nanoTime() - client.attemptAt);
    }
    answer.clear().limit(1);
  }

  /** The first loss of a client that was served begins its second round; later ones are in it. */
  private void lost(Client client, SocketChannel channel) {
    if (client.served && client.round == first) {
      client.served = false;
      client.round = second;
      second.begins();
    }
    try {
      retry(client, channel);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void retry(Client client, SocketChannel channel) throws IOException {
    channel.close();
    client.retryAt = backoff.retryAt(System.nanoTime(), client.failures++);
    waiting.add(client);
  }

  @Override
  public void close() {
    try {
      List<SelectionKey> keys = new ArrayList<>(selector.keys());
      selector.close();
      for (SelectionKey key : keys) {
        key.channel().close();
      }
      thread.join(TimeUnit.SECONDS.toMillis(5));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
