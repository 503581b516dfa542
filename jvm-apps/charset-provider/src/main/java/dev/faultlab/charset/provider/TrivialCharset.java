package dev.faultlab.charset.provider;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;

/**
 * One byte is one character, U+0000 to U+00FF. The lab is about finding a charset; that decoding
 * itself costs next to nothing here is what lets the finding be seen.
 */
final class TrivialCharset extends Charset {
  private static final int CODES = 256;

  TrivialCharset(String name) {
    super(name, new String[0]);
  }

  @Override
  public boolean contains(Charset other) {
    return other instanceof TrivialCharset;
  }

  @Override
  public CharsetDecoder newDecoder() {
    return new Decoder(this);
  }

  @Override
  public CharsetEncoder newEncoder() {
    return new Encoder(this);
  }

  private static final class Decoder extends CharsetDecoder {
    Decoder(Charset charset) {
      super(charset, 1, 1);
    }

    @Override
    protected CoderResult decodeLoop(ByteBuffer in, CharBuffer out) {
      while (in.hasRemaining()) {
        if (!out.hasRemaining()) {
          return CoderResult.OVERFLOW;
        }
        out.put((char) (in.get() & (CODES - 1)));
      }
      return CoderResult.UNDERFLOW;
    }
  }

  private static final class Encoder extends CharsetEncoder {
    Encoder(Charset charset) {
      super(charset, 1, 1);
    }

    @Override
    protected CoderResult encodeLoop(CharBuffer in, ByteBuffer out) {
      while (in.hasRemaining()) {
        if (!out.hasRemaining()) {
          return CoderResult.OVERFLOW;
        }
        char c = in.get();
        if (c >= CODES) {
          in.position(in.position() - 1);
          return CoderResult.unmappableForLength(1);
        }
        out.put((byte) c);
      }
      return CoderResult.UNDERFLOW;
    }
  }
}
