package dev.faultlab.tools.bench;

import dev.faultlab.capture.packet.CaptureReader;
import dev.faultlab.diagnose.Diagnose;
import dev.faultlab.diagnose.Diagnosis;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Diagnoses distorted forms of captures with known contents, for the benchmark {@code precision}:
 * frames are lost, repeated, swapped, filtered, cut and tunnelled as happens when capturing in
 * practice. A distorted capture cannot have a fault that the original does not have.
 *
 * <p>Some distortions keep the whole evidence of a fault, by construction: those that lose no
 * frame, and those that lose only frames that the fault does not need (KEPT_BY). Such forms of
 * captures with a fault are its carriers, in which it must be found again.
 *
 * <p>Each random distortion is tried SEEDS times; equal forms count once.
 *
 * <p>Writes, separated by tabs: "capture, file, distortion, found or silent or nothing"; "finding,
 * file, distortion, id, certain or likely, true or false"; "carrier, file, distortion, id, found or
 * missed".
 *
 * <p>Shows its progress on standard error.
 *
 * <p>Usage: DiagnoseDistorted FOLDER SEEDS (FOLDER has an expected.csv)
 */
public final class DiagnoseDistorted {
  private DiagnoseDistorted() {}

  private interface Distortion {
    List<FrameCopy> of(List<FrameCopy> all, Random random);
  }

  /** A distortion, and the faults whose evidence it keeps completely. */
  private record NamedDistortion(Predicate<String> keeps, Distortion distortion) {}

  /** Faults that are as visible in the kept frames as in all frames. */
  private static final Map<String, Set<String>> FAULTS_KEPT_BY =
      Map.of(
          "udp only", Set.of("lost-dns-reply", "search-list-multiplication", "dead-resolver"),
          "tcp only", Set.of("window-scale-mismatch", "no-window-scaling"),
          // All options of a SYN-ACK end before byte 94, even after IPv6.
          "snap 96", Set.of("window-scale-mismatch", "no-window-scaling"));

  private static final Distortion VXLAN = perFrame(DiagnoseDistorted::vxlan);

  private static final Map<String, NamedDistortion> DISTORTIONS = new LinkedHashMap<>();

  private static void lossless(String name, Distortion distortion) {
    DISTORTIONS.put(name, new NamedDistortion(fault -> true, distortion));
  }

  private static void lossy(String name, Distortion distortion) {
    DISTORTIONS.put(
        name,
        new NamedDistortion(FAULTS_KEPT_BY.getOrDefault(name, Set.of())::contains, distortion));
  }

  static {
    lossless("as it is", (all, random) -> all);
    lossless("frames twice", (all, random) -> repeat(all, random, 1.0));
    lossless("some frames twice", (all, random) -> repeat(all, random, 0.05));
    lossless("neighbours swapped", DiagnoseDistorted::swap);
    lossless("times in microseconds", perFrame(s -> s.at(s.nanos() / 1000 * 1000)));
    lossless("vlan", perFrame(DiagnoseDistorted::vlan));
    lossless("vxlan", VXLAN);
    lossless("in fragments", (all, random) -> fragmented(all, 0, random));
    lossless("vxlan in fragments", (all, random) -> fragmented(VXLAN.of(all, random), 0, random));
    lossless("snap 192", perFrame(s -> s.snapped(192)));
    lossless("beside a scan", DiagnoseDistorted::besideAScan);
    lossless("clock of tomorrow", perFrame(s -> s.at(s.nanos() + 86_400_000_000_000L)));
    lossy("1 % lost", only((s, random) -> random.nextDouble() >= 0.01));
    lossy("10 % lost", only((s, random) -> random.nextDouble() >= 0.1));
    lossy("half lost", only((s, random) -> random.nextBoolean()));
    lossy("fragments lost", (all, random) -> fragmented(all, 0.05, random));
    lossy(
        "vxlan, fragments lost", (all, random) -> fragmented(VXLAN.of(all, random), 0.05, random));
    lossy("a gap", DiagnoseDistorted::gap);
    lossy("begins late", (all, random) -> all.subList(random.nextInt(all.size()), all.size()));
    lossy("ends early", (all, random) -> all.subList(0, 1 + random.nextInt(all.size())));
    lossy("snap 68", perFrame(s -> s.snapped(68)));
    lossy("snap 96", perFrame(s -> s.snapped(96)));
    lossy("udp only", only((s, random) -> s.transport() == 17));
    lossy("tcp only", only((s, random) -> s.transport() == 6));
    lossy("to low ports", only((s, random) -> s.port(0) > s.port(1)));
    lossy("from low ports", only((s, random) -> s.port(0) < s.port(1)));
    lossy("no dns answers", only((s, random) -> s.port(0) != 53));
    lossy("few dns answers", only((s, random) -> s.port(0) != 53 || random.nextDouble() >= 0.05));
    lossy("no dns queries", only((s, random) -> s.port(1) != 53));
    lossy("no syn", only((s, random) -> !s.isSyn()));
    lossy(
        "jitter",
        (all, random) ->
            all.stream()
                .map(s -> s.at(s.nanos() + random.nextInt(2_000_000) - 1_000_000))
                .toList());
  }

  private static Distortion perFrame(UnaryOperator<FrameCopy> to) {
    return (all, random) -> all.stream().map(to).toList();
  }

  private static Distortion only(BiPredicate<FrameCopy, Random> keep) {
    return (all, random) -> all.stream().filter(shot -> keep.test(shot, random)).toList();
  }

  private static List<FrameCopy> repeat(List<FrameCopy> all, Random random, double share) {
    List<FrameCopy> out = new ArrayList<>();
    for (FrameCopy each : all) {
      out.add(each);
      if (random.nextDouble() < share) {
        out.add(each.at(each.nanos() + 15_000));
      }
    }
    return out;
  }

  /** As two queues of a network card do, within 50 microseconds. */
  private static List<FrameCopy> swap(List<FrameCopy> all, Random random) {
    List<FrameCopy> out = new ArrayList<>(all);
    for (int i = 1; i < out.size(); i++) {
      boolean isNear = out.get(i).nanos() - out.get(i - 1).nanos() < 50_000;
      if (isNear && random.nextDouble() < 0.05) {
        Collections.swap(out, i - 1, i++);
      }
    }
    return out;
  }

  private static List<FrameCopy> gap(List<FrameCopy> all, Random random) {
    int from = random.nextInt(all.size());
    int to = Math.min(all.size(), from + 1 + random.nextInt(1 + all.size() / 4));
    List<FrameCopy> out = new ArrayList<>(all.subList(0, from));
    out.addAll(all.subList(to, all.size()));
    return out;
  }

  private static FrameCopy vlan(FrameCopy shot) {
    byte[] head = Arrays.copyOf(shot.data(), 16);
    System.arraycopy(new byte[] {(byte) 0x81, 0, 0, 7}, 0, head, 12, 4);
    return shot.wrap(head, 12);
  }

  private static FrameCopy vxlan(FrameCopy shot) {
    ByteBuffer head = ByteBuffer.allocate(50);
    head.put(new byte[12]).putShort((short) 0x0800);
    head.put((byte) 0x45).put((byte) 0).putShort((short) (36 + shot.length())).putInt(0);
    head.put((byte) 64).put((byte) 17).putShort((short) 0).putInt(0xc0a80001).putInt(0xc0a80002);
    head.putShort((short) 50_000).putShort((short) 4789).putShort((short) (16 + shot.length()));
    head.putShort((short) 0).putInt(0x08000000).putInt(42 << 8);
    return shot.wrap(head.array(), 0);
  }

  /** Ethernet, and an IPv4 header without options. */
  private static final int HEADERS = 34;

  /** Splits IPv4 packets into fragments of 128 bytes; this share of them is lost. */
  private static List<FrameCopy> fragmented(List<FrameCopy> all, double lost, Random random) {
    List<FrameCopy> out = new ArrayList<>();
    int id = 0;
    for (FrameCopy each : all) {
      int total = each.isIpv4() ? HEADERS - 20 + ByteBuffer.wrap(each.data()).getShort(16) : 0;
      if (total <= HEADERS + 128 || total > each.length()) {
        out.add(each);
        continue;
      }
      id++;
      for (int from = HEADERS; from < total; from += 128) {
        int size = Math.min(128, total - from);
        int available = Math.max(0, Math.min(size, each.data().length - from));
        ByteBuffer piece = ByteBuffer.allocate(HEADERS + available);
        piece
            .put(each.data(), 0, HEADERS)
            .put(each.data(), Math.min(from, each.data().length), available);
        piece.putShort(16, (short) (20 + size)).putShort(18, (short) id);
        piece.putShort(20, (short) ((from - HEADERS) / 8 | (from + size < total ? 0x2000 : 0)));
        if (random.nextDouble() >= lost) {
          out.add(new FrameCopy(each.nanos(), FrameCopy.ETHERNET, piece.array(), HEADERS + size));
        }
      }
    }
    return out;
  }

  /** SYNs from a stranger to closed ports, and lookups of a wrong name. */
  private static List<FrameCopy> besideAScan(List<FrameCopy> all, Random random) {
    List<FrameCopy> out = new ArrayList<>();
    for (FrameCopy each : all) {
      out.add(each);
      if (random.nextDouble() < 0.2) {
        ByteBuffer syn = ByteBuffer.allocate(54);
        syn.put(new byte[12]).putShort((short) 0x0800).put((byte) 0x45).put((byte) 0);
        syn.putShort((short) 40).putInt(random.nextInt()).put((byte) 50).put((byte) 6);
        syn.putShort((short) 0).putInt(0xcb007105).putInt(0xc6334400 | random.nextInt(256));
        syn.putShort((short) (1024 + random.nextInt(60_000)));
        syn.putShort((short) (1 + random.nextInt(1023))).putInt(random.nextInt()).putInt(0);
        syn.put((byte) 0x50).put((byte) 2).putShort((short) 1024).putInt(0);
        syn.putShort(16, (short) 40).putShort(20, (short) 0);
        out.add(new FrameCopy(each.nanos() + 500, FrameCopy.ETHERNET, syn.array(), 54));
      }
    }
    return out;
  }

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    int seeds = Integer.parseInt(args[1]);
    List<String> lines =
        Files.readAllLines(folder.resolve("expected.csv")).stream()
            .filter(line -> !line.startsWith("#") && !line.isBlank())
            .toList();
    for (String line : lines) {
      System.err.printf("distorted: capture %d of %d%n", lines.indexOf(line) + 1, lines.size());
      String[] cells = line.split(",", -1);
      List<FrameCopy> frames = FrameCopy.read(folder.resolve(cells[0].strip()));
      Map<String, String> found = new LinkedHashMap<>();
      words(cells[1]).forEach(each -> found.put(each.split(":")[0], each.split(":")[1]));
      // An inconclusive suspicion counts as kept: its packets cannot show the fault.
      Set<String> expected = new TreeSet<>(found.keySet());
      expected.addAll(words(cells[2]));
      // Their reason is found instead of them, and may be distorted away.
      if (expected.contains("outdated-address") || expected.contains("truncated-unfetchable")) {
        expected.add("unanswered-attempts");
      }
      Set<ByteBuffer> forms = new HashSet<>();
      for (Map.Entry<String, NamedDistortion> each : DISTORTIONS.entrySet()) {
        for (int seed = 0; seed < seeds; seed++) {
          byte[] form =
              FrameCopy.pcap(each.getValue().distortion.of(frames, new Random(seed * 7919L + 1)));
          if (forms.add(ByteBuffer.wrap(form))) {
            String head = cells[0].strip() + "\t" + each.getKey();
            report(head, each.getValue().keeps, form, found, expected);
          }
        }
      }
    }
  }

  private static List<String> words(String cell) {
    return Arrays.stream(cell.strip().split(" +")).filter(word -> !word.isEmpty()).toList();
  }

  private static void report(
      String head,
      Predicate<String> keeps,
      byte[] form,
      Map<String, String> expected,
      Set<String> there)
      throws IOException {
    Set<String> seen = new TreeSet<>();
    try (CaptureReader reader = CaptureReader.of(new ByteArrayInputStream(form))) {
      Diagnosis diagnosis = Diagnose.run(reader);
      DiagnoseAll.print(diagnosis, head, id -> "\t" + there.contains(id));
      diagnosis.findings().forEach(each -> seen.add(each.id().id()));
    }
    expected.keySet().stream()
        .filter(keeps)
        .map(id -> "carrier\t" + head + "\t" + id + (seen.contains(id) ? "\tfound" : "\tmissed"))
        .forEach(System.out::println);
  }
}
