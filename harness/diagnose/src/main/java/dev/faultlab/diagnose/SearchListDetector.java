package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.SearchExpansion;
import dev.faultlab.capture.packet.MemoryBudget;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The resolver's search list turns each lookup into several, all but one without success.
 *
 * <p>Thresholds, with their units:
 *
 * <ul>
 *   <li>useful answers: at least 3, or 10 with a single suffix.
 *   <li>useless queries: at least as many as useful answers (half of all queries).
 *   <li>suffixes that do not exist: at least 2 for <em>certain</em>, 1 for <em>likely</em>, because
 *       a program itself may try two names.
 * </ul>
 *
 * <p>A threshold without a source is our choice; docs/explanation/detector-accuracy.md has the
 * measured errors.
 */
final class SearchListDetector extends Detector {
  /** Keeps a sentence short; resolv.conf(5) had room for six. */
  private static final int MAX_SUFFIXES = 20;

  SearchListDetector(MemoryBudget budget) {
    super(FindingId.SEARCH_LIST_MULTIPLICATION, LabFault.of("dns-java"), budget);
  }

  private static final class Client {
    final Examples examples = new Examples();
    final TreeSet<String> suffixes = new TreeSet<>();
    long queries;
    long wasted;
    long useful;
    int mostSuffixes;
  }

  @Override
  void conclude(CaptureFacts facts, Conclusions out) {
    Map<Address, Client> clients = new LinkedHashMap<>();
    for (SearchExpansion each : facts.expansions()) {
      long inVain = each.steps().stream().filter(step -> step.nameErrors() > 0).count();
      if (each.found() == 0 || inVain == 0 || !each.isOneList()) {
        // A name that does not exist costs its queries once, which is no multiplication.
        continue;
      }
      Client client = clients.computeIfAbsent(each.client(), address -> new Client());
      long[] frames =
          each.steps().stream().mapToLong(SearchExpansion.Step::firstFrame).limit(4).toArray();
      client.examples.add(each.base(), frames);
      each.steps().stream()
          .filter(step -> step.nameErrors() > 0)
          .forEach(step -> client.suffixes.add(step.suffix()));
      client.queries += each.queries();
      client.wasted += each.wastedQueries();
      client.useful += each.found();
      client.mostSuffixes = Math.max(client.mostSuffixes, (int) inVain);
    }
    clients.forEach((address, client) -> conclude(address, client, out));
  }

  private void conclude(Address address, Client client, Conclusions out) {
    boolean wastesOften = client.useful >= 3 && client.wasted >= client.useful;
    if (client.mostSuffixes >= 2 && wastesOften) {
      report(address, client, true, out);
    } else if (client.mostSuffixes == 1 && wastesOften && client.useful >= 10) {
      report(address, client, false, out);
    } else {
      out.undecided(text("few", address, client.examples, client.wasted));
    }
  }

  private static String suffixes(Client client) {
    List<String> shown =
        client.suffixes.stream()
            .limit(MAX_SUFFIXES)
            .map(suffix -> suffix.isEmpty() ? "nothing" : suffix)
            .toList();
    int more = client.suffixes.size() - shown.size();
    return shown + (more > 0 ? " and " + more + " more" : "");
  }

  private static void report(Address address, Client client, boolean certain, Conclusions out) {
    out.report(
        certain,
        new Finding.Place(
            address.toString(),
            client.examples.toString(),
            client.examples.frames(),
            DisplayFilter.lookups(address),
            Finding.Parties.of(address, null, null, null)),
        client.wasted,
        client.queries,
        suffixes(client),
        (double) client.queries / client.useful);
  }
}
