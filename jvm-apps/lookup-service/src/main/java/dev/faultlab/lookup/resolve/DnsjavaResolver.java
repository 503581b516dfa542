package dev.faultlab.lookup.resolve;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.xbill.DNS.AAAARecord;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.SimpleResolver;
import org.xbill.DNS.TextParseException;
import org.xbill.DNS.Type;
import org.xbill.DNS.lookup.LookupResult;
import org.xbill.DNS.lookup.LookupSession;
import org.xbill.DNS.lookup.NoSuchRRSetException;

/**
 * dnsjava, asked for A and AAAA at the same time as getaddrinfo does, without a cache (the default
 * builder has one).
 */
final class DnsjavaResolver implements NameResolver {
  private final LookupSession session;

  DnsjavaResolver(Optional<InetSocketAddress> nameserver) {
    LookupSession.LookupSessionBuilder builder = LookupSession.defaultBuilder().clearCaches();
    nameserver.map(SimpleResolver::new).ifPresent(builder::resolver);
    session = builder.build();
  }

  @Override
  public InetAddress resolve(String name) throws UnknownHostException {
    try {
      Name question = Name.fromString(name);
      CompletionStage<LookupResult> v4 = session.lookupAsync(question, Type.A);
      CompletionStage<LookupResult> v6 = session.lookupAsync(question, Type.AAAA);
      List<Record> answers = new ArrayList<>(answers(v4));
      // Both are awaited, also where the first would do: a query left behind would still be
      // outstanding when this thread asks again.
      answers.addAll(answers(v6));
      for (Record answer : answers) {
        if (answer instanceof ARecord a) {
          return a.getAddress();
        }
        if (answer instanceof AAAARecord aaaa) {
          return aaaa.getAddress();
        }
      }
      throw new UnknownHostException(name + ": neither an A nor an AAAA record");
    } catch (TextParseException | CompletionException e) {
      throw Failures.unknownHost(name, e.getCause() == null ? e : e.getCause());
    }
  }

  /** The records of an answer; none where the name exists without this type. */
  private static List<Record> answers(CompletionStage<LookupResult> asked) {
    try {
      return asked.toCompletableFuture().join().getRecords();
    } catch (CompletionException e) {
      if (e.getCause() instanceof NoSuchRRSetException) {
        return List.of();
      }
      throw e;
    }
  }
}
