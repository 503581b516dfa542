import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * The client of brokers in guests: {@code begin}, {@code ready node=N}, {@code work up=N,... seq=S} and {@code read
 * up=N,...}; {@code crowd} is what {@code begin} leaves running. Each broker leads a topic of its crowd and one of
 * receipts, with no other replica: what it has, it has from its own data.
 */
public final class Roll {
  private static final PrintStream OUT = System.out;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String BESIDE = "controller:9092";
  private static final int BROKER = 9092;
  private static final int COUNTERS = 9099;
  private static final int CROWD = 7000;

  /** Producers of each broker: more than its listening socket queues (50). */
  private static final int PRODUCERS = 200;

  private static final int RECORDS = 5;
  private static final int RUSHES = 5;
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  private final Map<String, String> nodes = new LinkedHashMap<>();
  private final Map<String, String> given = new HashMap<>();

  public static void main(String[] words) throws Exception {
    System.setOut(System.err); // for what libraries log
    Roll roll = new Roll();
    for (String pair : System.getenv("ROLL_NODES").split(",")) {
      roll.nodes.put(pair.split("=")[0], pair.split("=")[1]);
    }
    for (int i = 1; i < words.length; i++) {
      roll.given.put(words[i].split("=")[0], words[i].split("=")[1]);
    }
    switch (words[0]) {
      case "begin" -> roll.begin();
      case "ready" -> roll.ready(roll.given.get("node"));
      case "work" -> roll.work();
      case "read" -> roll.read();
      case "crowd" -> new Crowd(roll.nodes).run();
      default -> throw new IllegalArgumentException(words[0]);
    }
  }

  private static int number(String node) {
    return Integer.parseInt(node.substring(1));
  }

  private static String receipts(String node) {
    return "receipts-" + node;
  }

  private static Map<String, Object> settings(Object... more) {
    Map<String, Object> all = new HashMap<>(Map.of("bootstrap.servers", BESIDE));
    for (int i = 0; i < more.length; i += 2) {
      all.put((String) more[i], more[i + 1]);
    }
    return all;
  }

  private void ready(String node) throws Exception {
    try (Admin admin = Admin.create(settings())) {
      until(Duration.ofMinutes(1), node + " is not registered", () ->
          admin.describeCluster().nodes().get().stream().anyMatch(n -> n.id() == number(node)));
    }
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void until(Duration limit, String otherwise, Condition condition) throws Exception {
    long end = System.nanoTime() + limit.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() > end) {
        throw new IOException(otherwise + " after " + limit);
      }
      Thread.sleep(500);
    }
  }

  /** The crowd lives on: its connections are those that a restart cuts. */
  private void begin() throws Exception {
    try (Admin admin = Admin.create(settings())) {
      List<NewTopic> topics = new ArrayList<>();
      for (String node : nodes.keySet()) {
        Map<Integer, List<Integer>> alone = Map.of(0, List.of(number(node)));
        topics.add(new NewTopic(Crowd.topic(node), alone));
        topics.add(new NewTopic(receipts(node), alone));
      }
      admin.createTopics(topics).all().get();
    }
    new ProcessBuilder("java", "-Xmx96m", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), "Roll",
        "crowd").redirectErrorStream(true).redirectOutput(Path.of("/tmp/crowd.log").toFile()).start();
    until(Duration.ofMinutes(1), "there is no crowd", () -> {
      try {
        return !crowd("served").isEmpty();
      } catch (IOException e) {
        return false;
      }
    });
  }

  private static String crowd(String words) throws IOException {
    try (Socket to = new Socket(InetAddress.getLoopbackAddress(), CROWD)) {
      to.getOutputStream().write((words + "\n").getBytes(StandardCharsets.UTF_8));
      return new String(to.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** The local ports of a broker's producers that have an acknowledgement over the connection that they have. */
  private static List<Integer> served(String node) throws Exception {
    List<Integer> ports = new ArrayList<>();
    until(PATIENCE, "not all producers of " + node + " are served", () -> {
      ports.clear();
      JSON.readTree(crowd("served")).path(node).forEach(port -> ports.add(port.asInt()));
      return ports.size() == PRODUCERS;
    });
    return ports;
  }

  private void work() throws Exception {
    long id = Long.parseLong(given.get("seq"));
    for (String node : given.get("up").split(",")) {
      connections(node);
    }
    try (var producer =
        new KafkaProducer<>(settings("acks", "all", "delivery.timeout.ms", "60000"), new StringSerializer(),
            new StringSerializer())) {
      Map<Long, String> sent = new TreeMap<>();
      Map<Long, Future<RecordMetadata>> answers = new TreeMap<>();
      for (String node : given.get("up").split(",")) {
        for (int i = 0; i < RECORDS; i++, id++) {
          sent.put(id, receipts(node));
          answers.put(id, producer.send(new ProducerRecord<>(receipts(node), String.valueOf(id))));
        }
      }
      for (var each : answers.entrySet()) {
        Errors code = Errors.NONE;
        try {
          each.getValue().get();
        } catch (ExecutionException e) {
          code = Errors.forException(e.getCause());
        }
        say("op", "produce", "code", code.name(), "ok", code == Errors.NONE, "late", code == Errors.REQUEST_TIMED_OUT,
            "undone", false, "lane", sent.get(each.getKey()), "ids", List.of(each.getKey()));
      }
    }
  }

  private static void say(Object... pairs) throws IOException {
    Map<String, Object> line = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      line.put((String) pairs[i], pairs[i + 1]);
    }
    OUT.println(JSON.writeValueAsString(line));
  }

  /**
   * Compares, for each connection of a broker's producers, the window scale that its SYN-ACK announced, which the
   * client's kernel applies, with the one that the broker's kernel applies. Without a cookie the broker's queue was
   * never full; then its producers come again at once, and if that does not help nothing is said of it.
   */
  private void connections(String node) throws Exception {
    List<Integer> ports = served(node);
    String seen = look(node);
    for (int i = 0; i < RUSHES && cookies(seen) == 0; i++) {
      crowd("again " + node);
      ports = served(node);
      seen = look(node);
    }
    Map<Integer, Integer> applied = scales(seen, ":9092\\]?\\s+\\S*:(\\d+)\\s.*wscale:\\d+,(\\d+)");
    Process own = new ProcessBuilder("ss", "-tinHO", "state", "established", "dst", nodes.get(node)).start();
    String ends = new String(own.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Map<Integer, Integer> announced = scales(ends, ":(\\d+)\\s+\\S*:9092\\s.*wscale:(\\d+),\\d+");
    int kept = 0;
    int lost = 0;
    for (int port : ports) {
      if (applied.containsKey(port) && announced.containsKey(port) && cookies(seen) > 0) {
        boolean same = applied.get(port).equals(announced.get(port));
        kept += same ? 1 : 0;
        lost += same ? 0 : 1;
        say("op", node, "code", same ? "OK" : "LOST_WINDOW_SCALE", "ok", same, "late", false, "undone", false);
      }
    }
    String words = "%s: kernel %s, %d cookies came back, %d connections keep their scale, %d lost it: %s%n";
    String log = words.formatted(node, seen.lines().findFirst().orElse(""), cookies(seen), kept, lost,
        new TreeMap<>(Map.of("announced", count(announced), "applied", count(applied))));
    Files.writeString(Path.of("/proc/1/fd/1"), log, StandardOpenOption.WRITE);
  }

  private static Map<Integer, Integer> count(Map<Integer, Integer> scales) {
    Map<Integer, Integer> counted = new TreeMap<>();
    scales.values().forEach(scale -> counted.merge(scale, 1, Integer::sum));
    return counted;
  }

  /** What a guest's kernel says of its TCP. */
  private String look(String node) throws IOException {
    try (Socket to = new Socket(nodes.get(node), COUNTERS)) {
      return new String(to.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Port of the client to a window scale. */
  private static Map<Integer, Integer> scales(String sockets, String pattern) {
    Map<Integer, Integer> scales = new TreeMap<>();
    Matcher each = Pattern.compile(pattern).matcher(sockets);
    while (each.find()) {
      scales.put(Integer.valueOf(each.group(1)), Integer.valueOf(each.group(2)));
    }
    return scales;
  }

  /** Connections that a kernel made from a SYN cookie since its start. */
  private static long cookies(String seen) {
    List<List<String>> lines = seen.lines().filter(l -> l.startsWith("TcpExt:")).map(l -> List.of(l.split(" "))).toList();
    return Long.parseLong(lines.get(1).get(lines.get(0).indexOf("SyncookiesRecv")));
  }

  private void read() throws IOException {
    Map<String, List<Long>> found = new TreeMap<>();
    try (var consumer =
        new KafkaConsumer<>(settings("enable.auto.commit", "false"), new StringDeserializer(),
            new StringDeserializer())) {
      List<TopicPartition> parts =
          Arrays.stream(given.get("up").split(",")).map(n -> new TopicPartition(receipts(n), 0)).toList();
      parts.forEach(part -> found.put(part.topic(), new ArrayList<>()));
      consumer.assign(parts);
      consumer.seekToBeginning(parts);
      Map<TopicPartition, Long> ends = consumer.endOffsets(parts);
      long until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
      while (parts.stream().anyMatch(part -> consumer.position(part) < ends.get(part))) {
        if (System.nanoTime() > until) {
          throw new IOException("the topics could not be read to their ends within a minute");
        }
        for (ConsumerRecord<String, String> each : consumer.poll(Duration.ofSeconds(1))) {
          found.get(each.topic()).add(Long.valueOf(each.value()));
        }
      }
    }
    say("read", found);
  }

  /**
   * Producers of each broker, all on one thread. Those that lose their connection come again after a second, which is
   * Kafka's reconnect.backoff.max.ms, all at the same moment.
   */
  private static final class Crowd {
    private static final long SECOND = 1_000_000_000;

    /** Between two records; a broker closes a connection that is idle for ten minutes. */
    private static final long EVERY = 20 * SECOND;

    private static final long ANSWER = 30 * SECOND;
    private static final long CONNECT = 2 * SECOND;

    private final Map<String, InetSocketAddress> brokers = new LinkedHashMap<>();
    private final Map<String, ByteBuffer> requests = new HashMap<>();
    private final List<Producer> all = new ArrayList<>();
    private final Selector selector = Selector.open();
    private volatile String again = "";

    private static final class Producer {
      private final String node;
      private SocketChannel channel;
      private boolean idle;
      private long at = System.nanoTime();
      private ByteBuffer answer;
      private volatile int served;

      Producer(String node) {
        this.node = node;
      }
    }

    Crowd(Map<String, String> nodes) throws IOException {
      for (Map.Entry<String, String> node : nodes.entrySet()) {
        brokers.put(node.getKey(), new InetSocketAddress(node.getValue(), BROKER));
        requests.put(node.getKey(), request(topic(node.getKey())));
        for (int i = 0; i < PRODUCERS; i++) {
          all.add(new Producer(node.getKey()));
        }
      }
    }

    private static String topic(String node) {
      return "crowd-" + node;
    }

    /** A record for a topic, acknowledged by its leader. */
    private static ByteBuffer request(String topic) {
      short version = 8;
      var partition =
          new ProduceRequestData.PartitionProduceData().setIndex(0)
              .setRecords(MemoryRecords.withRecords(Compression.NONE, new SimpleRecord(System.currentTimeMillis(), new byte[100])));
      var topics = new ProduceRequestData.TopicProduceDataCollection();
      topics.add(new ProduceRequestData.TopicProduceData().setName(topic).setPartitionData(List.of(partition)));
      var request = new ProduceRequestData().setAcks((short) 1).setTimeoutMs(30_000).setTopicData(topics);
      var header = new RequestHeaderData().setRequestApiKey((short) 0).setRequestApiVersion(version).setClientId("crowd");
      ObjectSerializationCache cache = new ObjectSerializationCache();
      int size = header.size(cache, (short) 1) + request.size(cache, version);
      ByteBuffer out = ByteBuffer.allocate(Integer.BYTES + size).putInt(size);
      header.write(new ByteBufferAccessor(out), cache, (short) 1);
      request.write(new ByteBufferAccessor(out), cache, version);
      return out.flip();
    }

    private void run() throws IOException {
      Thread talk = new Thread(this::talk, "talk");
      talk.setDaemon(true);
      talk.start();
      while (true) {
        selector.select(this::ready, 20);
        long now = System.nanoTime();
        String node = again;
        for (Producer each : all) {
          if (each.node.equals(node)) {
            drop(each, 0);
          }
          if (each.at <= now) {
            act(each);
          }
        }
        again = "";
      }
    }

    private void act(Producer one) {
      try {
        if (one.channel == null) {
          one.channel = SocketChannel.open();
          one.channel.configureBlocking(false);
          one.at = System.nanoTime() + CONNECT;
          one.channel.register(selector, SelectionKey.OP_CONNECT, one);
          one.channel.connect(brokers.get(one.node));
        } else if (one.idle) {
          send(one);
        } else {
          drop(one, 0);
        }
      } catch (IOException e) {
        drop(one, SECOND);
      }
    }

    private void send(Producer one) throws IOException {
      one.idle = false;
      one.answer = ByteBuffer.allocate(512);
      one.at = System.nanoTime() + ANSWER;
      one.channel.write(requests.get(one.node).duplicate());
    }

    private void drop(Producer one, long pause) {
      try {
        if (one.channel != null) {
          one.channel.close();
        }
      } catch (IOException e) {
        // it is gone
      }
      one.channel = null;
      one.idle = false;
      one.served = 0;
      one.at = System.nanoTime() + pause;
    }

    private void ready(SelectionKey key) {
      Producer one = (Producer) key.attachment();
      try {
        if (key.isConnectable() && one.channel.finishConnect()) {
          key.interestOps(SelectionKey.OP_READ);
          send(one);
        } else if (key.isReadable()) {
          read(one);
        }
      } catch (IOException e) {
        drop(one, SECOND);
      }
    }

    /** The answer of a broker that does not lead yet is an error: then the producer sends its record again. */
    private void read(Producer one) throws IOException {
      if (one.channel.read(one.answer) < 0) {
        throw new IOException("the broker ended it");
      }
      if (one.answer.position() >= Integer.BYTES && one.answer.position() >= Integer.BYTES + one.answer.getInt(0)) {
        one.answer.flip().position(2 * Integer.BYTES); // after its size and the number of the request
        var answer = new ProduceResponseData(new ByteBufferAccessor(one.answer), (short) 8);
        boolean ok = answer.responses().iterator().next().partitionResponses().get(0).errorCode() == 0;
        one.answer = ByteBuffer.allocate(512); // what comes next is the end of the connection
        one.idle = true;
        one.at = System.nanoTime() + (ok ? EVERY : SECOND / 2);
        one.served = ok ? ((InetSocketAddress) one.channel.getLocalAddress()).getPort() : 0;
      }
    }

    private void talk() {
      try (ServerSocket ask = new ServerSocket(CROWD, 5, InetAddress.getLoopbackAddress())) {
        while (true) {
          try (Socket one = ask.accept()) {
            byte[] line = new byte[64];
            String words = new String(line, 0, one.getInputStream().read(line), StandardCharsets.UTF_8).strip();
            if (words.startsWith("again ")) {
              again = words.substring("again ".length());
              while (!again.isEmpty()) {
                Thread.sleep(10);
              }
            }
            Map<String, List<Integer>> ports = new TreeMap<>();
            for (Producer each : all) {
              int port = each.served;
              List<Integer> of = ports.computeIfAbsent(each.node, n -> new ArrayList<>());
              if (port > 0) {
                of.add(port);
              }
            }
            one.getOutputStream().write(JSON.writeValueAsBytes(ports));
          }
        }
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
