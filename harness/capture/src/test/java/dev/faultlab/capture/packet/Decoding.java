package dev.faultlab.capture.packet;

import java.util.Arrays;

/** Decodes a single frame, given in an array of exactly its size. */
final class Decoding {
  private static final int ETHERNET = 1;

  static Packet decode(byte[] ethernet) {
    return decode(ETHERNET, ethernet);
  }

  static Packet decode(int linkType, byte[] bytes) {
    return decode(linkType, bytes, bytes.length);
  }

  /**
   * @param captured as many of the bytes are in the capture
   */
  static Packet decode(int linkType, byte[] bytes, int captured) {
    Frame frame = new Frame();
    frame.linkType = linkType;
    frame.data = Arrays.copyOf(bytes, captured);
    frame.captured = captured;
    frame.length = bytes.length;
    Packet packet = new Packet();
    PacketDecoder.decode(frame, packet);
    return packet;
  }
}
