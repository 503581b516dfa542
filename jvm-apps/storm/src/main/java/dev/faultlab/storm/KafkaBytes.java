package dev.faultlab.storm;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The one request of Kafka's protocol that every client sends first: ApiVersions (key 18), version
 * 0.
 */
final class KafkaBytes {
  private static final short API_VERSIONS = 18;
  private static final byte[] CLIENT_ID = "storm".getBytes(StandardCharsets.US_ASCII);

  private KafkaBytes() {}

  /** Size, api key, version, correlation id, client id; version 0 has no body. */
  static ByteBuffer apiVersions(int correlationId) {
    int length = Short.BYTES + Short.BYTES + Integer.BYTES + Short.BYTES + CLIENT_ID.length;
    ByteBuffer request = ByteBuffer.allocate(Integer.BYTES + length);
    request.putInt(length).putShort(API_VERSIONS).putShort((short) 0).putInt(correlationId);
    return request.putShort((short) CLIENT_ID.length).put(CLIENT_ID).flip();
  }
}
