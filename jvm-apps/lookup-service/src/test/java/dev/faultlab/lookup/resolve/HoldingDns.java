package dev.faultlab.lookup.resolve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;

/**
 * A DNS server on the loopback that keeps queries until the test has seen enough of them: A is
 * 127.0.0.1 (TTL 0) for every name that it has, everything else is empty and at once.
 */
public final class HoldingDns implements AutoCloseable {
  private final DatagramSocket socket;
  private final List<DatagramPacket> held = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final Predicate<String> has;
  private boolean holding;

  /**
   * @param holding whether A queries wait for {@link #release()}
   */
  public HoldingDns(boolean holding) throws SocketException {
    this(holding, name -> true);
  }

  /**
   * @param holding whether A queries wait for {@link #release()}
   * @param has whether it has a name; the answer for others is SERVFAIL
   */
  public HoldingDns(boolean holding, Predicate<String> has) throws SocketException {
    this.holding = holding;
    this.has = has;
    socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Thread server = new Thread(this::serve, "holding-dns");
    server.setDaemon(true);
    server.start();
  }

  public InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort());
  }

  /** Waits until that many A queries are held; returns their names. */
  public synchronized List<String> awaitHeld(int queries) throws InterruptedException {
    while (held.size() < queries) {
      wait();
    }
    return List.copyOf(names);
  }

  /** Answers what is held, and from now on at once. */
  public synchronized void release() {
    holding = false;
    held.forEach(this::answer);
    held.clear();
  }

  /** Names of the A queries so far. */
  public synchronized List<String> names() {
    return List.copyOf(names);
  }

  @Override
  public void close() {
    socket.close();
  }

  private void serve() {
    while (true) {
      byte[] buffer = new byte[512];
      DatagramPacket query = new DatagramPacket(buffer, buffer.length);
      try {
        socket.receive(query);
      } catch (IOException e) {
        return;
      }
      received(query);
    }
  }

  private synchronized void received(DatagramPacket query) {
    Record question = parse(query).getQuestion();
    if (question.getType() != Type.A) {
      answer(query);
      return;
    }
    names.add(question.getName().toString(true));
    if (holding) {
      held.add(query);
      notifyAll();
    } else {
      answer(query);
    }
  }

  private void answer(DatagramPacket query) {
    Message asked = parse(query);
    Message answer = new Message(asked.getHeader().getID());
    answer.getHeader().setFlag(Flags.QR);
    answer.addRecord(asked.getQuestion(), Section.QUESTION);
    if (has.test(asked.getQuestion().getName().toString(true))) {
      record(asked.getQuestion()).ifPresent(record -> answer.addRecord(record, Section.ANSWER));
    } else {
      answer.getHeader().setRcode(Rcode.SERVFAIL);
    }
    byte[] wire = answer.toWire();
    try {
      socket.send(new DatagramPacket(wire, wire.length, query.getSocketAddress()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<Record> record(Record question) {
    if (question.getType() != Type.A) {
      return Optional.empty();
    }
    return Optional.of(
        new ARecord(question.getName(), DClass.IN, 0, InetAddress.getLoopbackAddress()));
  }

  private static Message parse(DatagramPacket query) {
    try {
      byte[] wire = new byte[query.getLength()];
      System.arraycopy(query.getData(), 0, wire, 0, wire.length);
      return new Message(wire);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
