package dev.faultlab.capture.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A copy with comments: the same frames, and the comments where pcapng has them. */
class AnnotatedCopyTest {
  private static final long TIME = 1_700_000_000_123_456_789L;

  private static byte[] copy(byte[] capture, Map<Long, List<String>> comments) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (CaptureReader reader = CaptureReader.of(new ByteArrayInputStream(capture))) {
      AnnotatedCopy.write(reader, out, comments);
    }
    return out.toByteArray();
  }

  private static byte[] frame(int length) {
    byte[] frame = new byte[length];
    for (int i = 0; i < length; i++) {
      frame[i] = (byte) (i + length);
    }
    return frame;
  }

  /** Type and contents of each block, after a check of both lengths. */
  private record Block(int type, ByteBuffer body) {}

  private static List<Block> blocks(byte[] pcapng) {
    List<Block> blocks = new ArrayList<>();
    ByteBuffer all = ByteBuffer.wrap(pcapng).order(ByteOrder.LITTLE_ENDIAN);
    while (all.hasRemaining()) {
      int at = all.position();
      int type = all.getInt();
      int length = all.getInt();
      assertThat(length % 4).isZero();
      assertThat(all.getInt(at + length - 4)).isEqualTo(length);
      ByteBuffer body = all.slice(at + 8, length - 12).order(ByteOrder.LITTLE_ENDIAN);
      blocks.add(new Block(type, body));
      all.position(at + length);
    }
    return blocks;
  }

  /** The comments of an enhanced packet block (pcapng 4.3 and 3.5). */
  private static List<String> comments(Block block) {
    assertThat(block.type).isEqualTo(6);
    ByteBuffer body = block.body.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    body.position(20 + (body.getInt(12) + 3) / 4 * 4);
    List<String> comments = new ArrayList<>();
    while (body.hasRemaining()) {
      int code = body.getShort();
      int length = body.getShort() & 0xffff;
      byte[] value = new byte[length];
      int at = body.position();
      if (code == 1) {
        body.get(value);
        comments.add(new String(value, StandardCharsets.UTF_8));
      } else {
        assertThat(List.of(code, length)).as("the end").containsExactly(0, 0);
      }
      body.position(at + (length + 3) / 4 * 4);
    }
    return comments;
  }

  @Test
  void hasTheSameFrames() throws IOException {
    CaptureFile file = CaptureFile.pcap();
    for (int length = 60; length < 65; length++) {
      file.add(TIME + length, frame(length));
    }
    byte[] capture = file.snap(61).add(TIME + 65, frame(65)).toBytes();
    CaptureFile.Read was = CaptureFile.read(capture);
    CaptureFile.Read copied = CaptureFile.read(copy(capture, Map.of(2L, List.of("here"))));
    assertThat(copied.frames())
        .usingRecursiveFieldByFieldElementComparator()
        .containsExactlyElementsOf(was.frames());
    assertThat(copied.frames()).hasSize(6);
    assertThat(copied.end().sentence()).startsWith("read completely: 6 frames");
  }

  @Test
  void hasTheCommentsOfItsFramesAndNoOthers() throws IOException {
    byte[] capture =
        CaptureFile.pcap().add(TIME, frame(60)).add(TIME, frame(61)).add(TIME, frame(62)).toBytes();
    List<Block> blocks =
        blocks(copy(capture, Map.of(1L, List.of("one", "zwölf"), 3L, List.of("four"))));
    assertThat(blocks).extracting(Block::type).containsExactly(0x0a0d0d0a, 1, 6, 6, 6);
    assertThat(comments(blocks.get(2))).containsExactly("one", "zwölf");
    assertThat(comments(blocks.get(3))).isEmpty();
    assertThat(comments(blocks.get(4))).containsExactly("four");
    assertThat(blocks.get(0).body.getInt(0)).isEqualTo(0x1a2b3c4d);
    assertThat(blocks.get(0).body.getShort(4)).as("version").isEqualTo((short) 1);
    assertThat(blocks.get(0).body.getLong(8)).as("no length of the section").isEqualTo(-1);
    ByteBuffer described = blocks.get(1).body;
    assertThat(described.getShort(0)).as("Ethernet").isEqualTo((short) 1);
    assertThat(described.getShort(8)).as("resolution of times").isEqualTo((short) 9);
    assertThat(described.get(12)).as("10^-9 s").isEqualTo((byte) 9);
  }

  /** An option has 16 bits for its length. */
  @Test
  void cutsACommentThatIsTooLong() throws IOException {
    byte[] capture = CaptureFile.pcap().add(TIME, frame(60)).toBytes();
    List<Block> blocks =
        blocks(copy(capture, Map.of(1L, List.of("x".repeat(65_536), "y".repeat(65_535)))));
    assertThat(comments(blocks.get(2))).containsExactly("x".repeat(65_535), "y".repeat(65_535));
  }

  @Test
  void describesEachInterfaceOnce() throws IOException {
    byte[] capture =
        CaptureFile.pcapng(ByteOrder.LITTLE_ENDIAN)
            .describeInterface(1, 262_144, new byte[0])
            .describeInterface(113, 262_144, new byte[0])
            .enhanced(1, 1_000_000, frame(60))
            .enhanced(0, 2_000_000, frame(60))
            .enhanced(1, 3_000_000, frame(60))
            .toBytes();
    List<Block> blocks = blocks(copy(capture, Map.of()));
    assertThat(blocks).extracting(Block::type).containsExactly(0x0a0d0d0a, 1, 6, 1, 6, 6);
    assertThat(blocks.get(1).body.getShort(0)).isEqualTo((short) 113);
    assertThat(blocks.get(3).body.getShort(0)).isEqualTo((short) 1);
    assertThat(List.of(2, 4, 5)).map(i -> blocks.get(i).body.getInt(0)).containsExactly(0, 1, 0);
  }

  /** Simple blocks have no time. */
  @Test
  void givesFramesWithoutATimeTheEpoch() throws IOException {
    byte[] capture =
        CaptureFile.pcapng(ByteOrder.LITTLE_ENDIAN)
            .describeInterface(1, 262_144, new byte[0])
            .simple(frame(61), 61)
            .simple(frame(62), 62)
            .toBytes();
    byte[] copied = copy(capture, Map.of(2L, List.of("why")));
    List<Block> blocks = blocks(copied);
    assertThat(blocks).extracting(Block::type).containsExactly(0x0a0d0d0a, 1, 6, 6);
    assertThat(blocks.get(2).body.getLong(4)).isZero();
    assertThat(comments(blocks.get(3))).containsExactly("why");
    assertThat(CaptureFile.read(copied).frames())
        .extracting(CaptureFile.ReadFrame::data)
        .containsExactly(frame(61), frame(62));
  }
}
