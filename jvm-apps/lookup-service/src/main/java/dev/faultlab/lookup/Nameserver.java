package dev.faultlab.lookup;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the address of a DNS server. */
public final class Nameserver {
  public static final String EXPECTED = "an IPv4 address and a port, as 198.18.0.53:53";

  private static final Pattern ADDRESS_AND_PORT =
      Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3}){3}):(\\d{1,5})");

  private Nameserver() {}

  /**
   * @throws IllegalArgumentException when the text is anything else; a host name would need the
   *     very lookup that is measured
   */
  public static InetSocketAddress parse(String text) {
    Matcher matcher = ADDRESS_AND_PORT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("found '" + text + "', expected " + EXPECTED);
    }
    String[] numbers = matcher.group(1).split("\\.");
    byte[] address = new byte[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      int number = Integer.parseInt(numbers[i]);
      if (number > 255) {
        throw new IllegalArgumentException("found '" + text + "', expected " + EXPECTED);
      }
      address[i] = (byte) number;
    }
    try {
      return new InetSocketAddress(
          InetAddress.getByAddress(address), Integer.parseInt(matcher.group(2)));
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
