package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.faultlab.capture.tcp.TcpScene;
import dev.faultlab.fact.Fact;
import dev.faultlab.fact.MissingFact;
import dev.faultlab.fact.Observation;
import dev.faultlab.fact.SampleTrial;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.fact.UnreadableEvidence;
import dev.faultlab.files.Json;
import dev.faultlab.seen.State;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Both signatures on evidence that the lab has made, faulty, healthy and look-alike. */
class WindowScaleSignaturesTest {
  private static final Path EVIDENCE = Path.of("../samples/captures/syncookie");
  private static final Map<String, String> INPUTS =
      Map.of(
          "capture",
          "kafka.pcap",
          "sockets",
          "sockets.txt",
          "probe",
          "probe.json",
          "counters",
          "counters.json",
          "port",
          "9092");

  @TempDir private Path scratch;

  @ParameterizedTest
  @CsvSource({
    "unfixed-cookies, PRESENT, scale-lost, PRESENT, edge-taken-back",
    "unfixed-cookies-v6, PRESENT, scale-lost, PRESENT, edge-taken-back",
    "fixed-cookies, ABSENT, scales-agree, ABSENT, consistent",
    "unfixed-no-overflow, ABSENT, no-cookie, ABSENT, consistent",
    "unfixed-no-rcvbuf, ABSENT, scales-agree, ABSENT, consistent",
    "cookies-without-timestamps, ABSENT, no-scaling, ABSENT, no-scaling",
    "small-buffer, ABSENT, no-cookie, ABSENT, consistent",
    "slow-reader, ABSENT, no-cookie, ABSENT, consistent",
    "loss, ABSENT, no-cookie, ABSENT, consistent",
    "option-stripped, ABSENT, option-removed, ABSENT, option-removed",
  })
  void tellsTheFaultFromItsLookAlikes(
      String trial, State witnesses, String because, State wire, String wireBecause) {
    TrialEvidence evidence = SampleTrial.in(EVIDENCE.resolve(trial));
    Observation byWitnesses = observe(new LostWindowScale(), evidence);
    assertThat(byWitnesses.state()).as(byWitnesses.reason()).isEqualTo(witnesses);
    assertThat(byWitnesses.code()).isEqualTo(because);
    boolean agree = because.equals("scales-agree") || because.equals("no-cookie");
    assertThat(byWitnesses.facts())
        .extracting(Fact::id)
        .filteredOn("cookies-back"::equals)
        .hasSize(agree ? 1 : 0);
    assertThat(byWitnesses.reason().contains("none of them came from a SYN cookie"))
        .isEqualTo(because.equals("no-cookie"));
    Observation byWire = observe(new WindowScaleOnTheWire(), evidence);
    assertThat(byWire.state()).as(byWire.reason()).isEqualTo(wire);
    assertThat(byWire.code()).isEqualTo(wireBecause);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fixed-cookies", "unfixed-cookies"})
  void halfACaptureIsNoGroundForAVerdict(String trial) throws IOException {
    byte[] whole = Files.readAllBytes(EVIDENCE.resolve(trial).resolve("kafka.pcap"));
    Files.write(scratch.resolve("kafka.pcap"), Arrays.copyOf(whole, whole.length - 1));
    assertThatThrownBy(() -> observe(new WindowScaleOnTheWire(), SampleTrial.in(scratch)))
        .isInstanceOf(UnreadableEvidence.class)
        .hasMessageContaining("kafka.pcap: truncated in frame");
  }

  @Test
  void namesTheWindowsOfTheIncident() {
    Observation seen =
        observe(new LostWindowScale(), SampleTrial.in(EVIDENCE.resolve("unfixed-cookies")));
    assertThat(seen.reason())
        .contains("the SYN-ACK declares scale 1, the broker applies 7")
        .contains("raw window 789 means 1578 bytes to the client instead of 100992")
        .contains("64 times too small");
    assertThat(seen.facts())
        .extracting(fact -> fact.name() + " " + fact.value())
        .contains(
            "scale in the SYN-ACK 1",
            "scale that the server's kernel applies wscale:0,7",
            "largest raw window, before scaling 789",
            "largest window as the client reads it 1578");
    assertThat(seen.facts())
        .extracting(Fact::where)
        .allSatisfy(where -> assertThat(where).isNotBlank());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "unfixed-cookies | probe.json | 'windowScale': 7 | 'windowScale': 1 | UNKNOWN | witnesses-differ",
        "unfixed-cookies | probe.json | (?s).* | {'available': false, 'why': 'no offsets', 'transmits': [], 'initialWindows': []} | PRESENT | scale-lost",
        "unfixed-cookies | sockets.txt | (?s).* | `` | UNKNOWN | nothing-to-compare",
        "fixed-cookies | counters.json | 'TcpExtSyncookiesRecv': | 'TcpExtSyncookiesRecv':0,'was': | ABSENT | no-cookie",
      },
      quoteCharacter = '`')
  void itsWitnessesCount(
      String trial, String file, String from, String to, State state, String code)
      throws IOException {
    Path changed = copy(trial).resolve(file);
    String text =
        Files.readString(changed).replaceFirst(from.replace('\'', '"'), to.replace('\'', '"'));
    Files.writeString(changed, text);
    Observation seen = observe(new LostWindowScale(), SampleTrial.in(scratch));
    assertThat(seen.state()).as(seen.reason()).isEqualTo(state);
    assertThat(seen.code()).isEqualTo(code);
    if (code.equals("witnesses-differ")) {
      assertThat(seen.reason()).endsWith("ss says 7, the probe 1");
    }
  }

  @Test
  void unknownWhenTheKernelSentWithTwoScales() throws IOException {
    Path folder = copy("unfixed-cookies");
    alsoWithScaleOne(folder.resolve("probe.json"));
    assertThat(observe(new LostWindowScale(), SampleTrial.in(folder)).code())
        .isEqualTo("witnesses-differ");
  }

  /** A client's port that came back after a restart, out of a storm: scale 1 before, 7 after. */
  @Test
  void theProbeHasNoSayAboutAPortThatWasUsedAgain() {
    Observation seen =
        observe(new LostWindowScale(), SampleTrial.in(EVIDENCE.resolve("port-used-again")));
    assertThat(seen.state()).as(seen.reason()).isEqualTo(State.PRESENT);
    assertThat(seen.reason()).startsWith("1 of 1 connections");
    // The connection before, in TIME-WAIT, answered the first SYN with a raw window of 32768.
    assertThat(seen.reason()).contains("raw window 512 means 1024 bytes");
  }

  @Test
  void norAboutOneWhoseFirstUserWasThereBeforeTheCapture() throws IOException {
    Path folder = copy("port-used-again");
    withoutFirstFrames(folder.resolve("kafka.pcap"), 7);
    Observation seen = observe(new LostWindowScale(), SampleTrial.in(folder));
    assertThat(seen.state()).as(seen.reason()).isEqualTo(State.PRESENT);
  }

  /** Of a little-endian pcap: 24 bytes of header, then 16 and the frame for each. */
  private static void withoutFirstFrames(Path pcap, int frames) throws IOException {
    byte[] bytes = Files.readAllBytes(pcap);
    ByteBuffer records = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int at = 24;
    for (int i = 0; i < frames; i++) {
      at += 16 + records.getInt(at + 8);
    }
    byte[] rest = Arrays.copyOf(bytes, 24 + bytes.length - at);
    System.arraycopy(bytes, at, rest, 24, bytes.length - at);
    Files.write(pcap, rest);
  }

  /** Adds to each count of the probe one of the same ports with scale 1. */
  private static void alsoWithScaleOne(Path probe) throws IOException {
    JsonNode report = Json.MAPPER.readTree(probe.toFile());
    ArrayNode transmits = (ArrayNode) report.path("transmits");
    List<ObjectNode> counts = new ArrayList<>();
    transmits.forEach(count -> counts.add(count.<ObjectNode>deepCopy()));
    counts.forEach(count -> transmits.add(count.put("windowScale", 1)));
    Json.MAPPER.writeValue(probe.toFile(), report);
  }

  @Test
  void refusesWhatSsDoesNotPrint() throws IOException {
    Path folder = copy("unfixed-cookies");
    Files.writeString(folder.resolve("sockets.txt"), "Netid State Recv-Q Send-Q\n");
    assertThatThrownBy(() -> observe(new LostWindowScale(), SampleTrial.in(folder)))
        .isInstanceOf(MissingFact.class)
        .hasMessageContaining("line 1");
  }

  /** Another server, seen from the middle on, looks starved: a doubt about that one only. */
  @Test
  void anotherServersDoubtIsNotThisOnes() throws IOException {
    TcpScene scene = new TcpScene();
    segments(15, scene.handshake(7, 64_240, 1), 32_120);
    segments(15, scene.serverPort(5432).port(40_001), 789);
    Files.write(scratch.resolve("kafka.pcap"), scene.toBytes());
    assertThat(onTheWire("9092").code()).isEqualTo("consistent");
    assertThat(onTheWire("5432").code()).isEqualTo("undecided");
  }

  @ParameterizedTest
  @CsvSource({"9, too-few", "10, consistent"})
  void aFewSegmentsSayNothing(int segments, String code) throws IOException {
    TcpScene scene = new TcpScene();
    segments(segments, scene.handshake(7, 64_240, 1), 32_120);
    Files.write(scratch.resolve("kafka.pcap"), scene.toBytes());
    assertThat(onTheWire("9092").code()).isEqualTo(code);
  }

  @Test
  void anotherServersMismatchIsNotThisOnes() throws IOException {
    TcpScene scene = new TcpScene();
    segments(15, scene.handshake(7, 64_240, 1), 32_120);
    segments(15, scene.serverPort(5432).port(40_001).handshake(7, 65_160, 1), 789);
    Files.write(scratch.resolve("kafka.pcap"), scene.toBytes());
    assertThat(onTheWire("9092").code()).isEqualTo("consistent");
    assertThat(onTheWire("5432").state()).isEqualTo(State.PRESENT);
  }

  private static void segments(int count, TcpScene scene, int window) {
    for (int i = 0; i < count; i++) {
      scene.data(1 + i * 1448, 1448).ack(1449 + i * 1448, window);
    }
  }

  private Observation onTheWire(String port) {
    WindowScaleOnTheWire signature = new WindowScaleOnTheWire();
    return signature.observe(
        SampleTrial.in(scratch),
        Inputs.of(signature.inputs(), Map.of("capture", "kafka.pcap", "port", port)));
  }

  private Path copy(String trial) throws IOException {
    for (String file : List.of("kafka.pcap", "sockets.txt", "probe.json", "counters.json")) {
      Files.copy(EVIDENCE.resolve(trial).resolve(file), scratch.resolve(file));
    }
    return scratch;
  }

  private static Observation observe(Signature signature, TrialEvidence evidence) {
    Map<String, String> its = new HashMap<>(INPUTS);
    its.keySet().retainAll(signature.inputs().stream().map(Input::name).toList());
    return CommittedTrial.withDeclaredFacts(
        signature, signature.observe(evidence, Inputs.of(signature.inputs(), its)));
  }
}
