package dev.faultlab.capture.packet;

/**
 * One captured frame, as a view into the reader's buffer. The reader reuses the same object for
 * each frame: a listener copies what it keeps.
 */
public final class Frame {
  /** {@link #timeNanos} of frames whose block carries no time (pcapng simple packet block). */
  public static final long NO_TIME = Long.MIN_VALUE;

  /** 1-based, as Wireshark counts. */
  public long number;

  /** Offset of the frame's header in the (decompressed) capture. */
  long fileOffset;

  /** Nanoseconds since 1970, or {@link #NO_TIME}. */
  public long timeNanos;

  /** LINKTYPE_ number, see the tcpdump group's list. */
  public int linkType;

  /** pcapng interface number within its section; 0 in a pcap file. */
  int interfaceId;

  /** The buffer that holds the frame from {@link #start} on. Valid until the next frame. */
  public byte[] data = new byte[0];

  public int start;

  /** Bytes of the frame that are in the capture. */
  public int captured;

  /** Bytes that the frame had on the wire. */
  public int length;
}
