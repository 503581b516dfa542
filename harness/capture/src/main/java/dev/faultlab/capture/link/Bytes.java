package dev.faultlab.capture.link;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Big-endian reads from an array; the caller has checked the bounds. */
public final class Bytes {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private Bytes() {}

  public static int u8(byte[] data, int at) {
    return data[at] & 0xff;
  }

  public static int u16(byte[] data, int at) {
    return (short) SHORT.get(data, at) & 0xffff;
  }

  public static int i32(byte[] data, int at) {
    return (int) INT.get(data, at);
  }

  public static long u32(byte[] data, int at) {
    return (int) INT.get(data, at) & 0xffff_ffffL;
  }

  public static long i64(byte[] data, int at) {
    return (long) LONG.get(data, at);
  }

  /** Least significant byte first. */
  public static int le16(byte[] data, int at) {
    return Short.reverseBytes((short) SHORT.get(data, at)) & 0xffff;
  }

  /** Least significant byte first. */
  public static int le32(byte[] data, int at) {
    return Integer.reverseBytes(i32(data, at));
  }
}
