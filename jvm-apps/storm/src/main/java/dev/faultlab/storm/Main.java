package dev.faultlab.storm;

import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * The clients of the broker in lab syncookie, as a small HTTP service, so that a trial needs
 * neither a JVM start nor cold code.
 *
 * <p>Two kinds of client tell two halves of the incident. {@link Production} is one real {@code
 * KafkaProducer} that sends batches of about 1 MB and measures each: the stalled producer; {@link
 * Fetches} reads them. {@link Crowd} is the reconnect storm: thousands of connections that come at
 * once, speak as soon as they may, and come back when the broker was restarted.
 *
 * <pre>
 *   POST /produce?broker=198.18.0.10:9092&amp;requests=20&amp;bytes=921600   measure; the connection stays open
 *   POST /produce?...&amp;background=1                                the same, answering at once
 *   PUT  /produce?partition=1                                       the same producer once more, to that partition
 *   GET  /produce                                                   waits for that one and reports
 *   GET  /produce?measured=20                                       waits until so many requests were measured; the median of the new ones
 *   GET  /timeline                                                  its latencies over time
 *        &amp;producer=second                                        with all of these: another producer, beside the first
 *   DELETE /produce                                                 close them
 *   POST /fetch?broker=198.18.0.10:9092&amp;records=20                  read the newest; the connections stay open
 *   DELETE /fetch                                                   close them
 *   POST /leaders?broker=...&amp;topic=cluster&amp;leaders=1,2             a topic made anew: partition 0 led by node 1, 1 by 2
 *   GET  /leaders?...                                               waits until they lead, and all replicas are in sync
 *   PUT  /leaders?...                                               gives the lead back to them, and waits
 *   POST /copy?broker=...&amp;topic=cluster&amp;partition=0                a follower gets a partition from its leader anew
 *   POST /crowd?broker=198.18.0.10:9092&amp;clients=300&amp;kind=raw         connect all at once; answers when all were served
 *        &amp;spreadMillis=8000                                     with kind=raw: not at once but evenly within so long
 *        &amp;backoffMillis=1000&amp;limitSeconds=120                        when the refused come again; how long all that may take
 *        kind=producer, kind=default-producer                       real ones, patient or with Kafka's default settings
 *   GET  /crowd                                                     waits until all were served again; then the report
 *   DELETE /crowd                                                   close them
 * </pre>
 *
 * <p>How to run this by hand: {@code java -jar storm.jar}, then {@code curl -X POST
 * 'http://localhost:8080/produce?...'}.
 *
 * <p>Source: LINE DEVELOPER DAY 2021, "Investigating Kafka performance issue caused by lost of
 * window scale".
 */
public final class Main {
  private static final int PORT = 8080;

  private Main() {}

  public static void main(String[] arguments) throws IOException {
    new Service(new InetSocketAddress(PORT)).start();
    System.out.println("storm: listening on port " + PORT);
  }
}
