package dev.faultlab.incidents;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Sends records one at a time and waits for each, as a service does that must know that a record is
 * stored before it answers. It has two incidents, one of the broker and one of the library.
 *
 * <p>Kafka 4.0 brokers refuse protocol versions from before 2.1 (KIP-896). A client that is too old
 * to ask for versions gets no answer but a closed connection, on every record: {@code refused}.
 *
 * <p>kafka-clients 4.0 waits 5 ms for further records by default ({@code linger.ms}, KIP-1030). One
 * that sends and waits has no further ones, so each record waits that long for nothing: {@code
 * lingered}. Such a wait is never shorter than the setting, on any machine; and where the setting
 * is 0 nothing lingers, however long a send takes.
 *
 * <pre>{@code
 * java -cp incidents.jar:/libs/* dev.faultlab.incidents.SentRecords broker:9092 40 service default
 * java -cp incidents.jar:/libs/* dev.faultlab.incidents.SentRecords broker:9092 40 service 0
 * }</pre>
 */
public final class SentRecords {
  /** Exit status for a wrong call, as in sysexits.h. */
  private static final int USAGE = 64;

  private static final String STRINGS = "org.apache.kafka.common.serialization.StringSerializer";

  private static final String DEFAULT = "default";

  private final int records;
  private final long linger;
  private int stored;
  private int refused;
  private int lingered;
  private long millis;

  private SentRecords(int records, long linger) {
    this.records = records;
    this.linger = linger;
  }

  /**
   * @param args the broker, the number of records, and what is sent: with {@code agent} a library
   *     of any age, with {@code service} and linger.ms, or {@code default}, one from 2.1 on, and
   *     with {@code raw} requests of a version that no broker has
   */
  public static void main(String[] args) throws Exception {
    if (args.length < 3 || args.length != ("service".equals(args[2]) ? 4 : 3)) {
      System.err.println(
          "usage: SentRecords HOST:PORT RECORDS agent|topics|raw|(service LINGER-MS|default)");
      System.exit(USAGE);
    }
    int records = Integer.parseInt(args[1]);
    Properties settings = settings(args[0], args.length == 4 ? args[3] : DEFAULT);
    // What the library makes of the settings, its own defaults included.
    long linger = args.length == 4 ? new ProducerConfig(settings).getLong("linger.ms") : 0;
    SentRecords sent = new SentRecords(records, linger);
    if ("raw".equals(args[2])) {
      sent.knock(args[0].split(":"));
    } else if ("topics".equals(args[2])) {
      sent.ask(settings);
    } else {
      sent.send(settings);
    }
    System.out.printf(
        "{\"records\":%d,\"stored\":%d,\"refused\":%d,\"lingerMillis\":%d,\"lingered\":%d,\"millis\":%d}%n",
        records, sent.stored, sent.refused, linger, sent.lingered, sent.millis);
  }

  private void send(Properties settings) throws InterruptedException, ExecutionException {
    String topic = "sent-" + UUID.randomUUID();
    try (KafkaProducer<String, String> producer = new KafkaProducer<>(settings)) {
      producer.partitionsFor(topic); // also waits for the broker
      long began = System.nanoTime();
      for (int record = 0; record < records; record++) {
        long before = System.currentTimeMillis();
        try {
          producer.send(new ProducerRecord<>(topic, "record " + record)).get();
          stored++;
          lingered += linger > 0 && System.currentTimeMillis() - before >= linger ? 1 : 0;
        } catch (ExecutionException e) {
          if (!(e.getCause() instanceof NetworkException)) {
            throw e;
          }
          refused++; // the broker has closed the connection
        }
      }
      millis = (System.nanoTime() - began) / 1_000_000;
    }
  }

  /** Asks for topics and sends nothing: what a client that is too old still can do. */
  private void ask(Properties settings) {
    try (KafkaProducer<String, String> producer = new KafkaProducer<>(settings)) {
      for (int record = 0; record < records; record++) {
        try {
          producer.partitionsFor("asked-" + UUID.randomUUID());
          stored++;
        } catch (TimeoutException e) {
          refused++;
        }
      }
    }
  }

  /** Asks in a version of the protocol that no broker has, and counts closed connections. */
  private void knock(String[] broker) throws IOException {
    for (int record = 0; record < records; record++) {
      try (Socket socket = new Socket(broker[0], Integer.parseInt(broker[1]))) {
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeInt(10); // bytes that follow
        out.writeShort(0); // Produce
        out.writeShort(99); // its version
        out.writeInt(record); // correlation id
        out.writeShort(-1); // no client id
        out.flush();
        refused += socket.getInputStream().read() < 0 ? 1 : 0;
      }
    }
  }

  private static Properties settings(String broker, String linger) {
    Properties settings = new Properties();
    settings.put("bootstrap.servers", broker);
    settings.put("key.serializer", STRINGS);
    settings.put("value.serializer", STRINGS);
    settings.put("acks", "all");
    settings.put("retries", "0"); // the old default; each refusal is seen at once
    if (!DEFAULT.equals(linger)) {
      settings.put("linger.ms", linger);
    }
    return settings;
  }
}
