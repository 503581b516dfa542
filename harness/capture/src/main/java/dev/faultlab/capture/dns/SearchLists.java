package dev.faultlab.capture.dns;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.SearchExpansion;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Recognises search-list expansion: after "no such name" for base.suffix the same client asks for
 * base with the next suffix, or for base alone (or, with many dots, for base first).
 *
 * <p>Two names with a common beginning count as one expansion when one is the other with something
 * appended, when one suffix ends in the other (default.svc.cluster.local, svc.cluster.local), or
 * when they share the base of an expansion already recognised. www.a.example followed by
 * www.b.example is none of these. Names that programs themselves try at successive levels do not
 * count either: services and policies (RFC 8552, such as _dmarc), proxies (wpad), and addresses in
 * block lists (RFC 5782).
 */
final class SearchLists {
  private static final int MAX_FAILURES = 32;

  /** A resolver asks for the next name when it has the answer, slightly later on a busy machine. */
  private static final long NEXT_NANOS = 1_000_000_000L;

  /** The number of servers that are distinguished; resolv.conf(5) has at most three. */
  private static final int MAX_SERVERS = 8;

  /** The four numbers of an IPv4 address, or the 32 nibbles of an IPv6 address. */
  private static final Pattern ADDRESS =
      Pattern.compile("([0-9]{1,3}\\.){3}[0-9]{1,3}|([0-9a-f]\\.){31}[0-9a-f]");

  private final Map<Address, ClientState> clients = new HashMap<>();

  private static final class ClientState {
    final ArrayDeque<String> failures = new ArrayDeque<>();
    final Map<String, Counts> names = new HashMap<>();
    final Map<String, Family> families = new LinkedHashMap<>();
    final Map<String, Family> familyByName = new HashMap<>();
    final Map<Address, Integer> servers = new HashMap<>();

    /** Servers, by number, that have answered this client at least once. */
    final BitSet answering = new BitSet();

    /** The server's number; all beyond the limit share one. */
    int number(Address server) {
      Integer known = servers.get(server);
      if (known == null && servers.size() < MAX_SERVERS) {
        known = servers.size();
        servers.put(server, known);
      }
      return known == null ? MAX_SERVERS : known;
    }
  }

  private static final class Counts {
    final long firstFrame;

    /** By the server's number. */
    long[] queries = {};

    long nameErrors;

    /** The last time it was answered "no such name". */
    long failedNanos;

    long found;

    Counts(long firstFrame) {
      this.firstFrame = firstFrame;
    }

    void query(int server) {
      if (server >= queries.length) {
        queries = Arrays.copyOf(queries, server + 1);
      }
      queries[server]++;
    }

    long queries(BitSet servers) {
      return servers.stream().filter(e -> e < queries.length).mapToLong(e -> queries[e]).sum();
    }
  }

  private record Family(String base, List<String> names) {}

  void query(Address client, Address server, String name, long frame, long nanos) {
    ClientState state = clients.computeIfAbsent(client, any -> new ClientState());
    Counts counts = state.names.computeIfAbsent(name, any -> new Counts(frame));
    counts.query(state.number(server));
    if (!state.failures.isEmpty() && !state.familyByName.containsKey(name)) {
      joinFamily(state, name, nanos);
    }
  }

  boolean knows(Address client) {
    return clients.containsKey(client);
  }

  void answered(Address client, Address server) {
    ClientState state = clients.get(client);
    if (state != null) {
      state.answering.set(state.number(server));
    }
  }

  /** A {@link #query} was answered, and the name exists. */
  void nameFound(Address client, String name) {
    clients.get(client).names.get(name).found++;
  }

  /** A {@link #query} was answered "no such name". */
  void nameError(Address client, String name, long nanos) {
    ClientState state = clients.get(client);
    Counts counts = state.names.get(name);
    counts.nameErrors++;
    counts.failedNanos = nanos;
    if (!name.equals(state.failures.peekFirst())) {
      state.failures.remove(name);
      state.failures.addFirst(name);
      if (state.failures.size() > MAX_FAILURES) {
        state.failures.removeLast();
      }
    }
  }

  private static void joinFamily(ClientState state, String name, long nanos) {
    for (String failed : state.failures) {
      long pause = nanos - state.names.get(failed).failedNanos;
      if (failed.equals(name) || pause > NEXT_NANOS) {
        continue;
      }
      Family existing = state.familyByName.get(failed);
      if (existing != null && isUnder(name, existing.base)) {
        existing.names.add(name);
        state.familyByName.put(name, existing);
        return;
      }
      String base = base(failed, name);
      if (!base.isEmpty() && !isSoughtByPrograms(base) && existing == null) {
        Family family =
            state.families.computeIfAbsent(base, any -> new Family(base, new ArrayList<>()));
        family.names.add(failed);
        family.names.add(name);
        state.familyByName.put(failed, family);
        state.familyByName.put(name, family);
        return;
      }
    }
  }

  /** The name of a service or policy, or an address with reversed digits. */
  private static boolean isSoughtByPrograms(String base) {
    return base.startsWith("_")
        || base.contains("._")
        || base.equals("wpad")
        || ADDRESS.matcher(base).matches();
  }

  private static boolean isUnder(String name, String base) {
    return name.equals(base) || name.startsWith(base + ".");
  }

  /** The name that both were derived from, or empty. */
  static String base(String first, String second) {
    if (first.startsWith(second + ".")) {
      return second;
    }
    if (second.startsWith(first + ".")) {
      return first;
    }
    int common = 0;
    int limit = Math.min(first.length(), second.length());
    for (int i = 0; i < limit && first.charAt(i) == second.charAt(i); i++) {
      if (first.charAt(i) == '.') {
        common = i;
      }
    }
    // The suffixes may begin alike (a.svc.x and a.svc.y), so shorter bases are tried as well.
    for (int at = common; at > 0; at = first.lastIndexOf('.', at - 1)) {
      String a = first.substring(at + 1);
      String b = second.substring(at + 1);
      if (a.endsWith("." + b) || b.endsWith("." + a)) {
        return first.substring(0, at);
      }
    }
    return "";
  }

  List<SearchExpansion> expansions() {
    List<SearchExpansion> found = new ArrayList<>();
    clients.forEach(
        (client, state) ->
            state.families.values().forEach(each -> found.add(expansion(client, state, each))));
    return List.copyOf(found);
  }

  private static SearchExpansion expansion(Address client, ClientState state, Family family) {
    List<SearchExpansion.Step> steps = new ArrayList<>();
    for (String name : family.names) {
      Counts counts = state.names.get(name);
      String suffix =
          name.length() > family.base.length() ? name.substring(family.base.length() + 1) : "";
      steps.add(
          new SearchExpansion.Step(
              name,
              suffix,
              counts.firstFrame,
              counts.queries(state.answering),
              counts.nameErrors,
              counts.found));
    }
    steps.sort(java.util.Comparator.comparingLong(SearchExpansion.Step::firstFrame));
    return new SearchExpansion(client, family.base, List.copyOf(steps));
  }
}
