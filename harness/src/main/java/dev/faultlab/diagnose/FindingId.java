package dev.faultlab.diagnose;

/** What {@code diagnose} can find, and the lab that shows it. */
public enum FindingId {
  WINDOW_SCALE_MISMATCH("window-scale-mismatch", "syncookie"),
  NO_WINDOW_SCALING("no-window-scaling", "syncookie"),
  SERIALISED_LOOKUPS("serialised-lookups", "dns-java"),
  DNS_STAMPEDE("dns-stampede", "dns-go"),
  LOOKUP_PER_REQUEST("lookup-per-request", "dns-go"),
  SEARCH_LIST_MULTIPLICATION("search-list-multiplication", "dns-java"),
  LOST_DNS_REPLY("lost-dns-reply", "dns-java");

  private final String id;
  private final String lab;

  FindingId(String id, String lab) {
    this.id = id;
    this.lab = lab;
  }

  /** As it stands in the output. */
  public String id() {
    return id;
  }

  public String lab() {
    return lab;
  }
}
