import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FeatureMetadata;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownServerException;
import org.apache.kafka.common.message.FindCoordinatorRequestData;
import org.apache.kafka.common.message.FindCoordinatorResponseData;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.message.ResponseHeaderData;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.AppInfoParser;

/**
 * A node of Kafka, and its client for rolls: {@code serve}, {@code version}, {@code begin}, {@code ready node=N},
 * {@code work leader=N coordinator=N up=N,... seq=S}, {@code keep up=N,... seq=S until=FILE}, {@code read up=N,...} and
 * {@code finish}. Leadership is chosen and not forced: a topic prefers each node, and a transactional id is one whose
 * coordinator is the node that is wanted.
 */
public final class Roll {
  private static final PrintStream OUT = System.out;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TRANSACTIONS = "__transaction_state";
  private static final int RECORDS = 40;
  private static final int COMMITS = 5;
  private static final int MOST_LATE = 3;
  private static final Duration LIMIT = Duration.ofSeconds(25);
  private static final Duration SETTLING = Duration.ofMinutes(3);

  /** Those that {@code kafka-features upgrade --release-version} raises and that change what clients and nodes do. */
  private static final List<String> FEATURES = List.of("metadata.version", "transaction.version", "group.version");

  private final Map<String, String> nodes = new LinkedHashMap<>();
  private final Map<String, String> given = new HashMap<>();

  /** Where the partitions are, as one node says. */
  private record Image(Map<String, List<Integer>> leaderThenReplicas, boolean whole) {}

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
      case "serve" -> roll.serve(System.getenv("ROLL_NODE"));
      case "version" -> OUT.println(AppInfoParser.getVersion());
      case "begin" -> roll.begin();
      case "ready" -> roll.ready(roll.given.get("node"));
      case "work" -> roll.work(roll.given.get("leader"), roll.given.get("coordinator"));
      case "keep" -> roll.keep();
      case "read" -> roll.read();
      case "finish" -> roll.finish();
      default -> throw new IllegalArgumentException(words[0]);
    }
  }

  private static int number(String node) {
    return Integer.parseInt(node.substring(1));
  }

  private static String topic(String node) {
    return "receipts-" + node;
  }

  private List<String> up() {
    return given.containsKey("up") ? List.of(given.get("up").split(",")) : List.copyOf(nodes.keySet());
  }

  /** Elections take their time, or a loaded machine elects again and again. */
  private void serve(String own) throws Exception {
    String voters =
        nodes.entrySet().stream()
            .map(n -> number(n.getKey()) + "@" + n.getValue() + ":9093")
            .collect(Collectors.joining(","));
    String settings =
        """
        process.roles=broker,controller
        node.id=%d
        controller.quorum.voters=%s
        controller.listener.names=CONTROLLER
        listeners=BROKER://0.0.0.0:9092,CONTROLLER://0.0.0.0:9093
        advertised.listeners=BROKER://%s:9092
        listener.security.protocol.map=BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT
        inter.broker.listener.name=BROKER
        log.dirs=/data/log
        default.replication.factor=3
        min.insync.replicas=2
        offsets.topic.replication.factor=3
        offsets.topic.num.partitions=6
        transaction.state.log.replication.factor=3
        transaction.state.log.min.isr=2
        transaction.state.log.num.partitions=6
        auto.create.topics.enable=false
        auto.leader.rebalance.enable=true
        leader.imbalance.check.interval.seconds=3
        leader.imbalance.per.broker.percentage=0
        initial.broker.registration.timeout.ms=300000
        controller.quorum.election.timeout.ms=10000
        controller.quorum.election.backoff.max.ms=3000
        controller.quorum.fetch.timeout.ms=20000
        controller.quorum.request.timeout.ms=20000
        broker.session.timeout.ms=60000
        replica.lag.time.max.ms=60000
        log.cleaner.dedupe.buffer.size=2097152
        """
            .formatted(number(own), voters, nodes.get(own));
    for (Map.Entry<String, String> set : System.getenv().entrySet()) {
      if (set.getKey().startsWith("KAFKA_")) { // the last of two lines counts
        settings += set.getKey().substring(6).toLowerCase(Locale.ROOT).replace('_', '.') + "=" + set.getValue() + "\n";
      }
    }
    Path log = Files.createDirectories(Path.of("/data/log"));
    Path file = Files.writeString(Path.of("/data/server.properties"), settings);
    String identity =
        "version=1\nnode.id=%d\ncluster.id=cm9sbHJvbGxyb2xscm9sbA\n" + "directory.id=bGFiZmF1bHRsYWJmYXV%dAA\n";
    if (Files.notExists(log.resolve("meta.properties"))) {
      Files.writeString(log.resolve("meta.properties"), identity.formatted(number(own), number(own)));
    }
    String[] words = {file.toString()};
    Class.forName("kafka.Kafka").getMethod("main", String[].class).invoke(null, (Object) words);
  }

  private Map<String, Object> settings(Object... more) {
    Map<String, Object> all = new HashMap<>();
    all.put("bootstrap.servers", nodes.values().stream().map(a -> a + ":9092").collect(Collectors.joining(",")));
    all.put("request.timeout.ms", "8000");
    for (int i = 0; i < more.length; i += 2) {
      all.put((String) more[i], more[i + 1]);
    }
    return all;
  }

  private static void say(Object... pairs) throws IOException {
    Map<String, Object> line = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      line.put((String) pairs[i], pairs[i + 1]);
    }
    OUT.println(JSON.writeValueAsString(line));
  }

  /** One request to one node and no other, which a client of the library does not promise. */
  private ByteBuffer ask(String node, int key, int version, ApiMessage request) throws IOException {
    RequestHeaderData header =
        new RequestHeaderData()
            .setRequestApiKey((short) key)
            .setRequestApiVersion((short) version)
            .setClientId("roll");
    ObjectSerializationCache cache = new ObjectSerializationCache();
    int size = header.size(cache, (short) 2) + request.size(cache, (short) version);
    ByteBuffer out = ByteBuffer.allocate(size);
    header.write(new ByteBufferAccessor(out), cache, (short) 2);
    request.write(new ByteBufferAccessor(out), cache, (short) version);
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(nodes.get(node), 9092), 10_000);
      socket.setSoTimeout(10_000);
      DataOutputStream to = new DataOutputStream(socket.getOutputStream());
      to.writeInt(size);
      to.write(out.array());
      to.flush();
      DataInputStream from = new DataInputStream(socket.getInputStream());
      byte[] answer = from.readNBytes(from.readInt());
      ByteBuffer buffer = ByteBuffer.wrap(answer);
      new ResponseHeaderData(new ByteBufferAccessor(buffer), (short) 1);
      return buffer;
    }
  }

  private MetadataResponseData metadata(String node) throws IOException {
    MetadataRequestData request = new MetadataRequestData().setTopics(null).setAllowAutoTopicCreation(false);
    return new MetadataResponseData(new ByteBufferAccessor(ask(node, 3, 9, request)), (short) 9);
  }

  /** The node that coordinates a transactional id, as one node says; empty if it does not know. */
  private String coordinator(String node, String id) throws IOException {
    FindCoordinatorRequestData request =
        new FindCoordinatorRequestData().setKeyType((byte) 1).setCoordinatorKeys(List.of(id));
    FindCoordinatorResponseData answer =
        new FindCoordinatorResponseData(new ByteBufferAccessor(ask(node, 10, 4, request)), (short) 4);
    int found = answer.coordinators().get(0).nodeId();
    return found < 0 ? "" : "n" + found;
  }

  private Image image(String node) throws IOException {
    Map<String, List<Integer>> all = new TreeMap<>();
    boolean whole = true;
    for (var topic : metadata(node).topics()) {
      for (var part : topic.partitions()) {
        List<Integer> said = new ArrayList<>(List.of(part.leaderId()));
        said.addAll(part.replicaNodes());
        all.put(topic.name() + "/" + part.partitionIndex(), said);
        int preferred = part.replicaNodes().get(0);
        boolean leads = part.leaderId() == preferred || !up().contains("n" + preferred) && part.leaderId() >= 0;
        List<Integer> replicas = part.replicaNodes().stream().filter(n -> up().contains("n" + n)).toList();
        whole &= leads && part.isrNodes().containsAll(replicas);
      }
    }
    return new Image(all, whole && all.containsKey(TRANSACTIONS + "/0"));
  }

  /** Whether all nodes say the same, and each partition is in sync and led by the node that it prefers. */
  private boolean settled() {
    try {
      Image first = image(up().get(0));
      boolean agreed = first.whole;
      for (String node : up()) {
        agreed &= image(node).equals(first);
      }
      return agreed;
    } catch (IOException e) {
      return false;
    }
  }

  /** Two looks in a row, because a node that has just started answers from an old image. */
  private void settle() throws InterruptedException {
    int looks = 0;
    long until = System.nanoTime() + SETTLING.toNanos();
    while (looks < 2 && System.nanoTime() < until) {
      looks = settled() ? looks + 1 : 0;
      Thread.sleep(looks == 1 ? 3000 : 1000);
    }
  }

  private void begin() throws Exception {
    try (Admin admin = Admin.create(settings())) {
      List<NewTopic> topics = new ArrayList<>();
      for (String node : nodes.keySet()) {
        List<Integer> replicas = new ArrayList<>(List.of(number(node)));
        nodes.keySet().stream().map(Roll::number).filter(n -> n != number(node)).limit(2).forEach(replicas::add);
        topics.add(new NewTopic(topic(node), Map.of(0, replicas)));
      }
      admin.createTopics(topics).all().get();
    }
    try (var first = producer("transactional.id", "first", "max.block.ms", "120000")) {
      first.initTransactions();
    }
    settle();
  }

  /** Ready to be asked, and known to be there. */
  private void ready(String node) throws IOException {
    if (metadata(node).brokers().stream().noneMatch(b -> b.nodeId() == number(node))) {
      throw new IOException(node + " is not registered");
    }
  }

  private KafkaProducer<String, String> producer(Object... more) {
    Map<String, Object> all = settings(more);
    return new KafkaProducer<>(all, new StringSerializer(), new StringSerializer());
  }

  private void work(String leader, String coordinator) throws Exception {
    settle();
    long id = Long.parseLong(given.get("seq"));
    String transactional = transactional(coordinator);
    look(leader, transactional);
    Map<Long, Future<RecordMetadata>> sent = new TreeMap<>();
    long until = System.nanoTime() + Duration.ofSeconds(40).toNanos();
    try (var producer = idempotent()) {
      for (long last = id + RECORDS; id < last && System.nanoTime() < until; id++) {
        sent.put(id, producer.send(new ProducerRecord<>(topic(leader), String.valueOf(id))));
      }
      for (var each : sent.entrySet()) {
        Errors code = outcome(() -> each.getValue().get());
        done("produce", leader, List.of(each.getKey()), code, late(code), false);
      }
    }
    commit(leader, transactional, id);
    look(leader, transactional);
  }

  private KafkaProducer<String, String> idempotent() {
    return producer("enable.idempotence", "true", "delivery.timeout.ms", "40000", "max.block.ms", "15000");
  }

  /** Writes to all topics in turn until a file is there. */
  private void keep() throws Exception {
    long id = Long.parseLong(given.get("seq"));
    List<String> up = up();
    try (var producer = idempotent()) {
      for (; Files.notExists(Path.of(given.get("until"))); id++) {
        String to = up.get((int) (id % up.size()));
        var one = new ProducerRecord<String, String>(topic(to), String.valueOf(id));
        Errors code = outcome(() -> producer.send(one).get());
        done("produce", to, List.of(id), code, late(code), false);
        Thread.sleep(50);
      }
    }
  }

  private String transactional(String coordinator) throws IOException {
    for (int k = 0; k < 1000; k++) {
      String id = "t-" + given.get("seq") + "-" + k;
      if (coordinator(up().get(0), id).equals(coordinator)) {
        return id;
      }
    }
    throw new IOException(coordinator + " coordinates none of a thousand transactional ids");
  }

  private void look(String leader, String transactional) throws Exception {
    for (int i = 0; i < 2; i++) {
      Map<String, Map<String, String>> said = new TreeMap<>();
      for (String node : up()) {
        try {
          Integer leads = image(node).leaderThenReplicas.getOrDefault(topic(leader) + "/0", List.of(-1)).get(0);
          said.put(node, Map.of("leader", "n" + leads, "coordinator", coordinator(node, transactional)));
        } catch (IOException e) {
          said.put(node, Map.of());
        }
      }
      say("look", said);
      Thread.sleep(1000);
    }
  }

  /** A producer for each transaction: one that exceeded a limit is of no more use. */
  private void commit(String leader, String transactional, long first) throws Exception {
    int slow = 0;
    for (long id = first; id < first + 3 * COMMITS && slow < MOST_LATE; id += 3) {
      List<Long> ids = List.of(id, id + 1, id + 2);
      long begun = System.nanoTime();
      try (var producer =
          producer("transactional.id", transactional, "transaction.timeout.ms", "30000", "delivery.timeout.ms",
              String.valueOf(LIMIT.toMillis()), "max.block.ms", "30000")) {
        Errors ready = outcome(producer::initTransactions);
        Errors code = ready == Errors.NONE ? outcome(() -> transact(producer, leader, ids)) : ready;
        boolean late = late(code) || code != Errors.NONE && System.nanoTime() - begun >= LIMIT.toNanos();
        boolean undone = code != Errors.NONE && ready == Errors.NONE && undone(producer);
        done("transaction", leader, ids, code, late, undone);
        slow += late ? 1 : 0;
      }
    }
  }

  /** Whether the transaction was taken back. After a commit that exceeded its limit it may not be. */
  private static boolean undone(KafkaProducer<String, String> producer) {
    try {
      producer.abortTransaction();
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  private static void transact(KafkaProducer<String, String> producer, String leader, List<Long> ids)
      throws Exception {
    producer.beginTransaction();
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    ids.forEach(id -> sent.add(producer.send(new ProducerRecord<>(topic(leader), String.valueOf(id)))));
    for (Future<RecordMetadata> each : sent) {
      each.get();
    }
    producer.commitTransaction();
  }

  private interface Step {
    void run() throws Exception;
  }

  /** The protocol's code of what went wrong, never its text; anything else ends the program. */
  private static Errors outcome(Step step) throws Exception {
    try {
      step.run();
      return Errors.NONE;
    } catch (Exception e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        Errors code = Errors.forException(cause);
        if (code != Errors.UNKNOWN_SERVER_ERROR || cause instanceof UnknownServerException) {
          return code;
        }
      }
      throw e;
    }
  }

  private static boolean late(Errors code) {
    return code == Errors.REQUEST_TIMED_OUT;
  }

  private static void done(String op, String leader, List<Long> ids, Errors code, boolean late, boolean undone)
      throws IOException {
    say("op", op, "code", code.name(), "ok", code == Errors.NONE, "late", late, "undone", undone, "lane",
        topic(leader), "ids", ids);
  }

  private void read() throws IOException {
    Map<String, List<Long>> found = new TreeMap<>();
    Map<String, Object> all = settings("isolation.level", "read_committed", "enable.auto.commit", "false");
    try (var consumer = new KafkaConsumer<>(all, new StringDeserializer(), new StringDeserializer())) {
      List<TopicPartition> parts = nodes.keySet().stream().map(n -> new TopicPartition(topic(n), 0)).toList();
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

  /** Raises each feature to the highest level that the nodes offer, if it is lower; Kafka before 3.3 has none. */
  private void finish() throws Exception {
    try (Admin admin = Admin.create(settings())) {
      for (String name : FEATURES) {
        long until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        for (short level = missing(admin, name); level > 0; level = missing(admin, name)) {
          if (System.nanoTime() > until) {
            throw new IOException(name + " is not at level " + level);
          }
          Class<?> way = Class.forName(FeatureUpdate.class.getName() + "$UpgradeType");
          Object upgrade = way.getField("UPGRADE").get(null);
          var update = FeatureUpdate.class.getConstructor(short.class, way).newInstance(level, upgrade);
          admin.updateFeatures(Map.of(name, update), new UpdateFeaturesOptions()).all().get();
          Thread.sleep(1000); // until the node that is asked next has heard of it
        }
      }
    }
  }

  /** The level that a feature has yet to be raised to; 0 if it is there, or there is no such feature. */
  private static short missing(Admin admin, String name) throws Exception {
    FeatureMetadata all = admin.describeFeatures().featureMetadata().get();
    var offered = all.supportedFeatures().get(name);
    var now = all.finalizedFeatures().get(name);
    boolean there = offered == null || now != null && now.maxVersionLevel() >= offered.maxVersion();
    return there ? 0 : offered.maxVersion();
  }
}
