package dev.faultlab.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.lab.AcceptedUntil;
import dev.faultlab.lab.LabException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckFileReaderTest {
  private static final String WHOLE =
      """
      service: gate_way
      calls: backend:8080
      ask: GET http://gate_way:8000/cart?x=1
      conditions:
        idle-dropped: {after: 5s}
      """;

  @TempDir private Path folder;

  @BeforeEach
  void composeFile() throws IOException {
    Files.writeString(folder.resolve("compose.yaml"), "services: {}\n");
  }

  private CheckFile read(String text) {
    try {
      return CheckFileReader.read(Files.writeString(folder.resolve("faultlab.yaml"), text));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aShortFileIsEnough() {
    CheckFile check = read(WHOLE);
    assertThat(check.service()).isEqualTo("gate_way");
    assertThat(check.calls()).containsExactly(new CalledService("backend", 8080));
    assertThat(check.ask().orElseThrow().port()).isEqualTo(8000);
    assertThat(check.compose()).isEqualTo(folder.resolve("compose.yaml"));
    assertThat(check.sides()).containsExactly(Side.AS_IT_IS);
    assertThat(check.trials()).isEqualTo(2);
    assertThat(check.restart()).isFalse();
    ConditionEntry asked = new ConditionEntry(Map.of("after", "5s"), false, Optional.empty());
    assertThat(check.conditions()).isEqualTo(Map.of("idle-dropped", asked));
  }

  @Test
  void aLongFileHasEverything() throws IOException {
    Files.writeString(folder.resolve("token"), "Bearer s3cret\n");
    CheckFile check =
        read(
            """
            service: shop
            calls: [db:5432, cache:6379]
            ask:
              request: POST https://shop/cart
              headers: {Authorization: {file: token}, Accept: text/plain}
              body: '{"item": 1}'
            upload: POST /up 20kB
            deadline: 9s
            from: {SHOP: "1.9"}
            to: {SHOP: 2.0, image: "mine:2"}
            trials: 1
            restart-service: true
            certificates: [token]
            conditions:
              mtu-hole: {mtu: 1280, required: true, accepted: {reason: known, until: 2999-01-31}}
            """);
    AcceptedUntil until = new AcceptedUntil("known", "2999-01-31");
    assertThat(check.only(List.of("slow-dns", "mtu-hole")).conditions())
        .containsExactly(
            Map.entry("slow-dns", ConditionEntry.USUAL),
            Map.entry(
                "mtu-hole", new ConditionEntry(Map.of("mtu", "1280"), true, Optional.of(until))));
    assertThat(check.calls())
        .extracting(CalledService::toString)
        .containsExactly("db:5432", "cache:6379");
    assertThat(check.ask().orElseThrow().port()).isEqualTo(443);
    assertThat(check.ask().orElseThrow().headers()).containsEntry("Authorization", "Bearer s3cret");
    assertThat(check.brief()).as("goes into results").doesNotContain("s3cret");
    assertThat(check.restart()).isTrue();
    assertThat(check.limits().deadline()).contains(Duration.ofSeconds(9));
    assertThat(check.quick().project().certificates())
        .containsExactly(folder.resolve("token").toRealPath());
    assertThat(check.upload().orElseThrow().url()).isEqualTo("https://shop/up");
    assertThat(check.upload().orElseThrow().body().orElseThrow()).hasSize(20_000);
    assertThat(check.sides().get(1).image()).contains("mine:2");
    assertThat(check.sides().get(1).wordsApartFrom(check.sides().get(0)))
        .isEqualTo("image mine:2, SHOP 2.0");
  }

  @Test
  void aServiceThatCallsByItselfIsNotAsked() {
    String own = WHOLE.replaceFirst("ask: .*", "calls-every: 5s\nrecover: 2m");
    CheckFile check = read(own);
    assertThat(check.limits())
        .isEqualTo(
            new TimeLimits(
                Duration.ofMinutes(2), Optional.empty(), Optional.of(Duration.ofSeconds(5))));
    assertThat(check.brief()).isEqualTo("its own calls every 5 s");
    String neither = own.replace("calls-every: 5s\n", "");
    for (String bad : List.of(WHOLE + "calls-every: 5s\n", neither, own + "deadline: 2m\n")) {
      assertThatThrownBy(() -> read(bad)).isInstanceOf(LabException.class);
    }
  }

  @Test
  void aQuickCheckPausesForAShorterTimeUnlessTheFileSaysHowLong() {
    assertThat(read(WHOLE).quick()).isEqualTo(read(WHOLE));
    for (String idle : List.of("idle-dropped", "idle-reset")) {
      String shorter = WHOLE.replace("idle-dropped: {after: 5s}", idle + ": {}");
      assertThat(read(shorter).quick().conditions().get(idle))
          .isEqualTo(new ConditionEntry(Map.of("after", "40s"), false, Optional.empty()));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          calls: backend:8080 | calls: backend | 2
          calls: backend:8080 | calls: backend:99999 | 2
          calls: backend:8080 | calls: gate_way:80 | 2
          http://gate_way:8000 | http://other:8000 | 3
          http://gate_way:8000 | http://user:pass@gate_way | 3
          http://gate_way:8000 | file://gate_way | 3
          service: gate_way | service: ../etc | 1
          service: gate_way | servant: gate_way | 1
          {after: 5s} | {after: [5s]} | 5
          {after: 5s} | {after: $(reboot)} | 5
          {after: 5s} | {after: 5s, required: yes please} | 5
          {after: 5s} | {accepted: {reason: r}} | 5
          {after: 5s} | {accepted: {reason: r, until: 2020-01-31}} | 5
          {after: 5s} | {accepted: {reason: r, until: 2999-02-31}} | 5
          calls: backend:8080 | recover: 60 | 2
          calls: backend:8080 | deadline: 31m | 2
          calls: backend:8080 | upload: POST /up 10000kB | 2
          calls: backend:8080 | trials: 0 | 2
          calls: backend:8080 | compose: [] | 2
          calls: backend:8080 | profiles: [../x] | 2
          calls: backend:8080 | certificates: [] | 2
          """)
  void errorsNameTheLine(String is, String becomes, int line) {
    assertThatThrownBy(() -> read(WHOLE.replace(is, becomes)))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("faultlab.yaml:" + line + ": ");
  }

  @ParameterizedTest
  @CsvSource({"../secret", "/etc/passwd", "link"})
  void filesOutsideTheFolderAreRefused(String name) throws IOException {
    Files.createSymbolicLink(folder.resolve("link"), Path.of("/etc/passwd"));
    assertThatThrownBy(() -> read(asking("body: {file: " + name + "}")))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("faultlab.yaml:3: found the path '" + name + "'");
    for (String key : List.of("compose: " + name, "certificates: [" + name + "]")) {
      assertThatThrownBy(() -> read(WHOLE + key + "\n"))
          .hasMessageContaining("faultlab.yaml:6: found the path");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'body: {file: pipe}', pipe or device",
    "'headers: {X: {file: lines}}', found several lines in",
  })
  void aFileCannotBlockNorAddHeaders(String part, String message) throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Files.writeString(folder.resolve("lines"), "x\r\nHost: evil\n");
    assertThatThrownBy(() -> read(asking(part))).hasMessageContaining(message);
  }

  private static String asking(String part) {
    return WHOLE.replace(
        "ask: GET http://gate_way:8000/cart?x=1",
        "ask: {request: GET http://gate_way/, " + part + "}");
  }

  @Test
  void aHugeFileIsRefused() throws IOException {
    Path file = folder.resolve("faultlab.yaml");
    try (SeekableByteChannel out =
        Files.newByteChannel(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      out.position(3L << 30);
      out.write(ByteBuffer.wrap(new byte[] {'x'}));
    }
    assertThatThrownBy(() -> CheckFileReader.read(file)).hasMessageContaining("more than 16 MiB");
  }

  @Test
  void aMissingFileNamesTheNextCommand() {
    assertThatThrownBy(() -> CheckFileReader.read(folder.resolve("none.yaml")))
        .hasMessageContaining("--init");
    assertThatThrownBy(() -> read(WHOLE + "certificates: [none.crt]\n"))
        .hasMessageContaining("faultlab.yaml:6: cannot read none.crt");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          jdk: 17 | JRE_IMAGE: "jre:JDK=17"
          kafka: 4.3.1 | KAFKA_IMAGE: "apache/kafka:4.3.1"
          kernel: 5.10 | check it on a machine with kernel 5.10; './faultlab upgrade --list kernel'
          """)
  void aComponentIsRefusedWithWhatToWriteInstead(String named, String replacement) {
    assertThatThrownBy(() -> read(WHOLE + "from: {" + named + "}\n"))
        .hasMessageContaining("faultlab.yaml:6: found the component '" + named.split(":")[0] + "'")
        .hasMessageContaining(replacement);
  }

  @Test
  void aVersionIsTheTextThatIsWritten() {
    CheckFile check = read(WHOLE + "from: {NGINX: 1.20, N: 2}\nto: {NGINX: 1.30, N: true}\n");
    assertThat(check.from().words()).isEqualTo("NGINX 1.20, N 2");
    assertThat(check.sides().get(1).variables()).isEqualTo(Map.of("NGINX", "1.30", "N", "true"));
  }

  @Test
  void anUnknownKeyIsNamedWithItsLineAndThoseThatAreKnown() {
    assertThatThrownBy(() -> read(WHOLE.replace("calls:", "whom:")))
        .hasMessageContaining("faultlab.yaml:2: found the unknown key 'whom'; ")
        .hasMessageContaining("faultlab.yaml:1: expected the key 'calls', found none");
  }
}
