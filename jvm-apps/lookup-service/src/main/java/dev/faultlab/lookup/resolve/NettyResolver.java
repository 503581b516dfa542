package dev.faultlab.lookup.resolve;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.resolver.dns.DnsNameResolver;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.NoopAuthoritativeDnsServerCache;
import io.netty.resolver.dns.NoopDnsCache;
import io.netty.resolver.dns.NoopDnsCnameCache;
import io.netty.resolver.dns.SingletonDnsServerAddressStreamProvider;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * Netty's resolver: asks A and AAAA itself, over one UDP socket, for any number of callers at once.
 *
 * <p>The caches are off, so that every lookup is a query and can be compared with the JDK's at ttl
 * 0; consolidation of equal lookups is off by default and stays off for the same reason.
 */
final class NettyResolver implements NameResolver {
  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("netty-dns", true), NioIoHandler.newFactory());
  private final DnsNameResolver resolver;

  NettyResolver(Optional<InetSocketAddress> nameserver) {
    DnsNameResolverBuilder builder =
        new DnsNameResolverBuilder(group.next())
            .datagramChannelType(NioDatagramChannel.class)
            .resolveCache(NoopDnsCache.INSTANCE)
            .cnameCache(NoopDnsCnameCache.INSTANCE)
            .authoritativeDnsServerCache(NoopAuthoritativeDnsServerCache.INSTANCE);
    nameserver
        .map(SingletonDnsServerAddressStreamProvider::new)
        .ifPresent(builder::nameServerProvider);
    resolver = builder.build();
  }

  @Override
  public InetAddress resolve(String name) throws UnknownHostException {
    Future<InetAddress> answer = resolver.resolve(name).awaitUninterruptibly();
    if (answer.isSuccess()) {
      return answer.getNow();
    }
    if (answer.cause() instanceof UnknownHostException unknown) {
      throw unknown;
    }
    throw Failures.unknownHost(name, answer.cause());
  }

  @Override
  public void close() {
    resolver.close();
    group.shutdownGracefully();
  }
}
