package dev.faultlab.capture;

/** One end of a conversation. */
public record Endpoint(Address address, int port) {
  @Override
  public String toString() {
    return address.isV4() ? address + ":" + port : "[" + address + "]:" + port;
  }
}
