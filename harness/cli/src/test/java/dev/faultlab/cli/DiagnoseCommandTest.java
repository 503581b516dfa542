package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.faultlab.capture.dns.DnsScene;
import dev.faultlab.capture.packet.Captures;
import dev.faultlab.capture.packet.Packet;
import dev.faultlab.capture.packet.Tshark;
import dev.faultlab.capture.packet.Wire;
import dev.faultlab.capture.tcp.TcpScene;
import dev.faultlab.command.ExitStatus;
import dev.faultlab.cure.CureLists;
import dev.faultlab.files.Json;
import dev.faultlab.lab.LabReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

class DiagnoseCommandTest {
  private static final Path FAULTY = Captures.FOLDER.resolve("java-lock.pcap.gz");
  private static final Path HEALTHY = Captures.FOLDER.resolve("tcp-slow-reader.pcap");

  private static final CureLists CURES =
      new CureLists(Path.of("../../results"), new LabReader(List.of(Path.of("../../labs"))));

  /** Where a block begins in a file of one block (The .xz File Format, 2.1.1 and 3.1). */
  private static final int XZ_BLOCK = 12;

  private static final int XZ_DICTIONARY = XZ_BLOCK + 4;

  @TempDir private Path folder;

  /** What a run printed and returned. */
  private record Run(int status, String out, String err) {}

  private static Run run(byte[] stdin, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status = run(new ByteArrayInputStream(stdin), new PrintStream(out), err, args);
    return new Run(status, out.toString(), err.toString());
  }

  static int run(InputStream in, PrintStream out, OutputStream err, String... args) {
    PrintStream errors = new PrintStream(err, true);
    List<String> words = new ArrayList<>(List.of("diagnose"));
    words.addAll(List.of(args));
    DiagnoseCommand command = new DiagnoseCommand(in, out, errors, CURES);
    return Main.commandLine(Map.of("diagnose", command))
        .setErr(new PrintWriter(errors, true))
        .execute(words.toArray(String[]::new));
  }

  private static Run run(Object... args) {
    return run(new byte[0], Arrays.stream(args).map(Object::toString).toArray(String[]::new));
  }

  private static JsonNode json(Run run) throws IOException {
    JsonNode node = Json.MAPPER.readTree(run.out());
    assertThat(schema().validate(node)).isEmpty();
    return node;
  }

  static JsonSchema schema() {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(DiagnoseCommandTest.class.getResourceAsStream("/schema/diagnose.schema.json"));
  }

  @Test
  void writesJsonThatFitsItsSchema() throws IOException {
    for (String capture : Captures.files()) {
      json(run(Captures.FOLDER.resolve(capture), "--json", "--connections"));
    }
    JsonNode first = json(run("--json", FAULTY)).at("/findings/0");
    assertThat(first.get("id").asText()).isEqualTo("serialised-lookups");
    assertThat(first.get("lab").asText()).isEqualTo("dns-java");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "r01-rst-after-idle| RST of another machine than the server (TTL 63) in frame 46 after 399.967 s",
        "r09-snat-exhausted| SYN sent 5 times, no answer",
        "r13-syn-lost-then-answered| answered at SYN 2 after 1.030 s, then closed",
        "r16-icmp-admin-prohibited-on-syn| refused by ICMP from 198.51.100.1, type 3 code 13",
        "x58-any-interface-two-sends-seen-twice| data of the client repeated 1 times in 0.210 s",
        "x50c-dns-loss-beside-keepalive-of-connections-seen-from-syn| total  unanswered     refused"
      })
  void listsConnectionsByDestination(String name, String output) {
    Path file = Captures.FOLDER.resolve("reports").resolve(name + ".pcap.gz");
    assertThat(run(file, "--connections").out()).contains(output);
    assertThat(run(file).out()).doesNotContain(output);
  }

  @Test
  void hasZeeksStateInJson() throws IOException {
    JsonNode destination =
        json(run("--json", "--connections", Captures.FOLDER.resolve("https-keep-alive.pcap")))
            .at("/destinations/0");
    assertThat(destination.get("reset").asInt()).isEqualTo(1);
    assertThat(destination.at("/examples/0/zeek").asText()).isEqualTo("RSTO");
    assertThat(destination.at("/examples/0/what").asText()).startsWith("RST of the client in");
  }

  @Test
  void endsWithZeroWhereNothingIsFound() {
    Run run = run(HEALTHY);
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("no finding").doesNotContain("certain", "likely");
  }

  @Test
  void readsStandardInput() throws IOException {
    Run run = run(Files.readAllBytes(FAULTY), "-");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).startsWith("standard input:");
  }

  @Test
  void cannotAnalyseWhatIsNoCapture() throws IOException {
    Path empty = Files.createFile(folder.resolve("empty.pcap"));
    Path text = Files.writeString(folder.resolve("text.pcap"), "not a capture, but some text");
    Path missing = folder.resolve("missing.pcap");
    Map<Path, Integer> statuses = Map.of(empty, 2, text, 2, folder, 69, missing, 64);
    for (Path file : statuses.keySet()) {
      Run run = run(file, "--json");
      assertThat(run.status()).as("%s", file).isEqualTo(statuses.get(file));
      assertThat(run.err()).contains(file.toString());
      assertThat(json(run).get("findings")).isEmpty();
    }
    assertThat(run(empty, "--json").err()).contains("byte 0").contains("empty");
    Run run = run(text);
    assertThat(run.out() + run.err())
        .containsOnlyOnce("magic")
        .containsOnlyOnce("nothing could be judged");
    assertThat(run(missing).err()).contains("no such file");
  }

  @Test
  void saysWhenNothingCouldBeJudged() throws IOException {
    TcpScene noHandshake = new TcpScene().data(1, 100).ack(101, 500);
    TcpScene refused = new TcpScene();
    refused.client(0, 0, Packet.SYN, 64_240, Wire.synOptions(1460, 7), 0);
    refused.server(0, 1, Packet.RST | Packet.ACK, 0, new byte[0], 0);
    DnsScene answers = new DnsScene().answer(0, 7, 7, "a.lab", DnsScene.A);
    for (byte[] capture : List.of(noHandshake.toBytes(), refused.toBytes(), answers.toBytes())) {
      Run run = run(capture, "-", "--json");
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.err()).contains("no DNS query and no TCP handshake");
      assertThat(json(run).at("/unseen/0").asText()).startsWith("everything: nothing could be");
    }
    assertThat(run(new DnsScene().query(0, 7, 7, "a.lab", DnsScene.A).toBytes(), "-").status())
        .isZero();
    assertThat(run(new TcpScene().handshake(7, 65_160, 7).toBytes(), "-").status()).isZero();
  }

  @Test
  void saysThatATruncatedCaptureWasNotSeenWhole() {
    byte[] whole = new TcpScene().handshake(7, 65_160, 7).toBytes();
    Run run = run(Arrays.copyOf(whole, whole.length - 7), "-");
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("everything after 2 frames").contains("truncated in frame 3");
  }

  @Test
  void usesTheFactsBeforeATruncation() throws IOException {
    byte[] plain;
    try (var in = new java.util.zip.GZIPInputStream(Files.newInputStream(FAULTY))) {
      plain = in.readAllBytes();
    }
    byte[] cut = Arrays.copyOf(plain, plain.length - 7);
    Run run = run(cut, "-", "--json");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).contains("truncated").contains("byte");
    assertThat(json(run).at("/capture/end").asText()).isEqualTo("truncated");
    assertThat(json(run).at("/capture/offset").asLong()).isBetween(24L, (long) cut.length);
    assertThat(json(run).at("/capture/reason").asText()).isNotEmpty();
    assertThat(json(run).at("/unseen/0").asText()).contains("truncated in frame");
  }

  @Test
  void doesNotCallABrokenCaptureHealthy() throws IOException {
    byte[] plain = Files.readAllBytes(HEALTHY);
    // The captured length of the record that begins at byte 24.
    Arrays.fill(plain, 24 + 8, 24 + 12, (byte) 0x7f);
    Run run = run(plain, "-", "--json");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("corrupt in frame 1 at byte 24");
  }

  @Test
  void namesWhatCuresTheFindingsByTheCommittedRuns() throws IOException {
    Run faulty = run(FAULTY, "--json");
    JsonNode cures = json(faulty).at("/findings/0/cures");

    assertThat(cures.findValuesAsText("id")).contains("agent-merge").doesNotContain("jep418");
    assertThat(run(FAULTY).out())
        .contains("fix: agent-merge (a java", "./faultlab fixes serialised-lookups, README.md");
  }

  /** Fields of the frames that a display filter keeps. */
  private static List<String> tshark(Path file, String filter, String... fields) throws Exception {
    return Tshark.fields(file, List.of(fields), List.of("-Y", filter));
  }

  @Test
  void tsharkReadsTheCommentsOfTheAnnotatedCopy() throws Exception {
    Path copy = folder.resolve("copy.pcapng");
    JsonNode finding = json(run(FAULTY, "--annotate", copy, "--json")).at("/findings/0");
    String filter = "frame.comment contains \"serialised-lookups\"";
    assertThat(tshark(copy, filter, "frame.number")).containsExactlyElementsOf(frames(finding));
    String[] fields = {"frame.time_epoch", "frame.len", "ip.id"};
    assertThat(tshark(copy, "frame", fields)).isEqualTo(tshark(FAULTY, "frame", fields));
  }

  private static List<String> frames(JsonNode finding) {
    List<String> frames = new java.util.ArrayList<>();
    finding.get("frames").forEach(frame -> frames.add(frame.asText()));
    return frames;
  }

  @Test
  void tsharkUnderstandsTheFiltersAndColoursOfEachFinding() throws Exception {
    for (Captures.Expected expected : Captures.expected()) {
      if (expected.findings().isEmpty()) {
        continue;
      }
      Path profile = folder.resolve("profiles").resolve(expected.capture().replace('/', '-'));
      JsonNode finding =
          json(run(expected.file(), "--wireshark", profile, "--json")).at("/findings/0");
      assertThat(tshark(expected.file(), finding.get("filter").asText(), "frame.number"))
          .as(expected.capture())
          .containsAll(frames(finding));
      List<String> buttons = Files.readAllLines(profile.resolve("dfilter_buttons"));
      assertThat(Files.readAllLines(profile.resolve("dfilters"))).hasSameSizeAs(buttons);
      assertThat(Files.readAllLines(profile.resolve("colorfilters"))).hasSameSizeAs(buttons);
    }
  }

  /** Each kind of trouble has its letter, so that the picture can be read without colours. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "r09-snat-exhausted | 12 unanswered, 125 closed, 1 open | U",
        "r16-icmp-admin-prohibited-on-syn | 6 unreachable | I",
        "x41-ecmp-one-path-dead | 5 unanswered, 4 silent, 5 closed, 4 open | S U",
        "r13-syn-lost-then-answered | 80 closed, 15 late | L",
        "r01-rst-after-idle | 8 reset, 3 closed, 2 open | X"
      })
  void drawsAttemptsAndEndsOverTime(String capture, String counts, String letters)
      throws IOException {
    Path file = Captures.FOLDER.resolve("reports/" + capture + ".pcap.gz");
    Path picture = folder.resolve("picture.svg");
    assertThat(run(file, "--picture", picture).status()).isEqualTo(1);
    String svg = Files.readString(picture);
    assertThat(svg).contains("<title>1 of 1 destinations", ">" + counts + "</text>");
    assertThat(
            Pattern.compile("<text class=\"fault\"[^>]*>(.)<")
                .matcher(svg)
                .results()
                .map(each -> each.group(1))
                .sorted()
                .distinct())
        .containsExactly(letters.split(" "));
    assertThat(run(file, "--picture", file).status()).isEqualTo(64);
  }

  /** Of one fate all are kept, of the other a sample. */
  @Test
  void drawsTheSameShareOfEachFate() throws IOException {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < 4000; i++) {
      all.append("p%d %s ".formatted(10_000 + i, i % 16 == 15 ? "S7/64240" : "h7/65160/7 R"));
    }
    byte[] capture = new TcpScene().play(all.toString()).toBytes();
    Path picture = folder.resolve("picture.svg");
    run(Files.write(folder.resolve("many.pcap"), capture), "--picture", picture);
    assertThat(Files.readString(picture))
        .containsPattern(">250 unanswered, 3750 reset; drawn: [12]\\d\\d of 4000</text>");
  }

  /** Wireshark ends the filter of a colouring rule at the next @, wherever that is. */
  @Test
  void aNameWithAnAtSignDoesNotEndTheFilterOfItsColour() throws Exception {
    DnsScene scene = new DnsScene();
    for (int i = 1; i <= 30; i++) {
      int port = 40_000 + i;
      scene.play("%d?%d:a@b.lab %d!%d:a@b.lab".formatted(i * 300, port, i * 300 + 1, port));
    }
    scene.play("9500?50000:c.lab 9501!50000:c.lab");
    Path capture = Files.write(folder.resolve("at.pcap"), scene.toBytes());
    assertThat(run(capture, "--wireshark", folder.resolve("profile")).status()).isEqualTo(1);

    String rule = Files.readAllLines(folder.resolve("profile/colorfilters")).get(1);
    String[] fields = rule.split("@");
    assertThat(fields).hasSize(4);
    assertThat(tshark(capture, fields[2], "dns.qry.name")).hasSize(60).containsOnly("a@b.lab");
  }

  @Test
  void readsTheFilesOfARingBufferAsOneCapture() throws IOException {
    DnsScene first = new DnsScene();
    DnsScene second = new DnsScene();
    for (int i = 0; i < 6; i++) {
      DnsScene scene = i < 3 ? first : second;
      scene.query(i * 10, 1, i, i + ".lab", DnsScene.A).answer(i * 10 + 1, 1, i, i + ".lab", 1);
    }
    Path later = Files.write(folder.resolve("a.pcap"), second.toBytes());
    Path earlier = Files.write(folder.resolve("b.pcap"), first.toBytes());
    JsonNode capture = json(run(later, earlier, "--json")).get("capture");
    assertThat(capture.get("frames").asInt()).isEqualTo(12);
    assertThat(capture.at("/files/0/file").asText()).isEqualTo("b.pcap");
    assertThat(capture.at("/files/1/firstFrame").asInt()).isEqualTo(7);
    assertThat(run(folder).out()).contains("12 frames", "b.pcap from 1, a.pcap from 7");
  }

  /** A small file that declares a dictionary of 1.5 GiB. */
  private Path xz(String name) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (XZOutputStream xz = new XZOutputStream(packed, new LZMA2Options(0))) {
      xz.write(new byte[24]);
    }
    byte[] file = packed.toByteArray();
    file[XZ_DICTIONARY] = 37;
    CRC32 sum = new CRC32();
    sum.update(file, XZ_BLOCK, 8);
    ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putInt(XZ_BLOCK + 8, (int) sum.getValue());
    return Files.write(folder.resolve(name), file);
  }

  /** A frame without contents that declares a window of 2 GiB (RFC 8878 3.1.1.1). */
  private Path zstd(String name) throws IOException {
    byte[] frame = Wire.bytes(0x28, 0xb5, 0x2f, 0xfd, 0, 31 - 10 << 3, 1, 0, 0);
    return Files.write(folder.resolve(name), frame);
  }

  private static void isRefused(Run run, Path file, String declared, String program)
      throws IOException {
    assertThat(run.status()).isEqualTo(ExitStatus.UNAVAILABLE);
    assertThat(run.err())
        .contains("cannot read", file.toString(), declared, "MiB allowed here", program);
    assertThat(Json.MAPPER.readTree(run.out()).at("/capture/end").asText()).isEqualTo("unreadable");
  }

  @Test
  void whatDeclaresTooLargeAWindowIsUnreadable() throws IOException {
    Path xz = xz("a.pcap.xz");
    assertThat(Files.size(xz)).isLessThan(100);
    isRefused(run(xz, "--json"), xz, "unpacking takes 1537 MiB of memory", "unxz");
    Path zstd = zstd("a.pcap.zst");
    isRefused(run(zstd, "--json"), zstd, "unpacking takes 2048 MiB of memory", "unzstd");
  }

  /** "Still not 0": what the folder's healthy captures show is judged, what it hides is named. */
  @Test
  void judgesTheOtherFilesOfAFolder() throws IOException {
    Path xz = xz("a.pcap.xz");
    Path healthy = Files.copy(HEALTHY, folder.resolve("b.pcap"));
    Run run = run(folder, "--json");
    assertThat(run.status()).isEqualTo(ExitStatus.INCONCLUSIVE);
    assertThat(run.err()).contains(xz.toString(), "1537", "unxz");
    assertThat(json(run).at("/capture/end").asText()).isEqualTo("corrupt");
    assertThat(json(run).at("/capture/frames").asLong())
        .isEqualTo(json(run(healthy, "--json")).at("/capture/frames").asLong());
    Files.copy(FAULTY, folder.resolve("b.pcap"), StandardCopyOption.REPLACE_EXISTING);
    assertThat(run(folder).status()).isEqualTo(1);
  }

  @Test
  void waitsForNoPipeThatItWouldHaveToReadTwice() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    for (Object[] args :
        new Object[][] {{pipe, HEALTHY}, {HEALTHY, pipe}, {pipe, "--annotate", "x.pcapng"}}) {
      Run run = run(args);
      assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
      assertThat(run.err()).contains(pipe.toString(), "pipe or a device");
    }
  }
}
