package dev.faultlab.lookup.resolve;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * The JDK's own way. With the cache off, lookups of one name take turns: {@code
 * InetAddress$NameServiceAddresses.get} holds a lock per name while it asks (a monitor up to JDK
 * 17, a ReentrantLock from 21 on).
 */
final class InetAddressResolver implements NameResolver {
  @Override
  public InetAddress resolve(String name) throws UnknownHostException {
    return InetAddress.getByName(name);
  }
}
