package dev.faultlab.manifest;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The versions that one file or several files mention.
 *
 * @param failure why nothing of it could be read
 */
public record Reading(List<Mention> mentions, List<Unclear> unclear, Optional<String> failure) {

  static final Reading EMPTY = new Reading(List.of(), List.of(), Optional.empty());

  public static Reading failed(String why) {
    return new Reading(List.of(), List.of(), Optional.of(why));
  }

  /** Collects what a reader finds. */
  static final class Builder {
    /** More than people write into a file; the rest is reported and not read. */
    private static final int MAX_MENTIONS = 2000;

    private final List<Mention> mentions = new ArrayList<>();
    private final List<Unclear> unclear = new ArrayList<>();
    private final SourceFile file;

    Builder(SourceFile file) {
      this.file = file;
    }

    Place at(int line) {
      return new Place(file.path(), line);
    }

    void add(Mention mention) {
      String what = mention.image() ? "" : mention.component() + " ";
      Catalog.unclear(mention)
          .ifPresentOrElse(
              why -> unclear(mention.place(), what + mention.written(), why),
              () -> mentions.add(mention));
      limit();
    }

    void unclear(int line, String what, String why) {
      unclear(at(line), what, why);
    }

    void unclear(Place place, String what, String why) {
      unclear.add(new Unclear(place, what, why));
      limit();
    }

    private void limit() {
      UnreadableException.throwIf(
          mentions.size() + unclear.size() > MAX_MENTIONS,
          "names more than " + MAX_MENTIONS + " versions");
    }

    Reading reading() {
      return new Reading(List.copyOf(mentions), List.copyOf(unclear), Optional.empty());
    }
  }
}
