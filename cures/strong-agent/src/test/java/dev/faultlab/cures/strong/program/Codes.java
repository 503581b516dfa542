package dev.faultlab.cures.strong.program;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.security.Security;

/**
 * Takes a strong generator, prints what it is and 16 bytes of it; again for each line of input. A
 * line other than "again" is its choice of generators from there on.
 */
public final class Codes {
  private Codes() {}

  public static void main(String[] args) throws IOException, NoSuchAlgorithmException {
    String name = ManagementFactory.getRuntimeMXBean().getName();
    System.out.println("pid " + name.substring(0, name.indexOf('@')));
    take();
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      if (!line.equals("again")) {
        Security.setProperty("securerandom.strongAlgorithms", line);
      }
      take();
    }
  }

  private static void take() throws NoSuchAlgorithmException {
    System.out.println("agent " + System.getProperty("faultlab.strong-agent", "none"));
    SecureRandom one = SecureRandom.getInstanceStrong();
    SecureRandom two = SecureRandom.getInstanceStrong();
    System.out.println("of its own " + (one != two && !bytes(one).equals(bytes(two))));
    System.out.println("gives " + one.getAlgorithm() + " of " + one.getProvider().getName());
    System.out.println("code " + bytes(one));
  }

  private static String bytes(SecureRandom random) {
    byte[] bytes = new byte[16];
    random.nextBytes(bytes);
    return new BigInteger(1, bytes).toString(16);
  }
}
