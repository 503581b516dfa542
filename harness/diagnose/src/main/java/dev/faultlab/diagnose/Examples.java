package dev.faultlab.diagnose;

import dev.faultlab.capture.TcpConnection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** The first few of many: enough to look at, bounded in memory. Each text appears once. */
final class Examples {
  private static final int MAX_TEXTS = 3;
  private static final int MAX_SHOWN = 3;
  private static final int MAX_FRAMES = 64;

  /** Its memory use when full, including a sentence or two. */
  static final int BYTES = 4_500;

  private final Map<String, Long> texts = new LinkedHashMap<>(MAX_TEXTS);
  private final List<long[]> frames = new ArrayList<>();

  /** The first connection, if any was added. */
  Finding.Connection first;

  /** A frame to look at besides, which is about all of them; 0 for none. */
  long extraFrame;

  private long count;
  private long furtherTexts;
  private long framedCount;

  /**
   * @param frameNumbers frames of this occurrence; 0 for none
   */
  void add(Object what, long... frameNumbers) {
    count++;
    if (first == null) {
      first =
          what instanceof TcpConnection connection
              ? Finding.Connection.of(connection)
              : what instanceof Finding.Connection connection ? connection : null;
    }
    String text = what.toString();
    if (texts.containsKey(text) || texts.size() < MAX_TEXTS) {
      texts.merge(text, 1L, Long::sum);
    } else {
      furtherTexts++;
    }
    long[] group = LongStream.of(frameNumbers).filter(frame -> frame > 0).toArray();
    if (group.length > 0) {
      framedCount++;
      if (frames.size() < MAX_FRAMES) {
        frames.add(group);
      }
    }
  }

  long count() {
    return count;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** The frames of the first occurrences, each complete. */
  List<Long> frames() {
    return LongStream.concat(
            frames.stream().flatMapToLong(LongStream::of),
            LongStream.of(extraFrame).filter(frame -> frame > 0))
        .distinct()
        .boxed()
        .toList();
  }

  /** "a, b 4 times, c and 12 more (frames 1, 2; 5, 6; 9, 10; ...)". */
  @Override
  public String toString() {
    String text =
        texts.entrySet().stream()
            .map(
                each ->
                    each.getKey() + (each.getValue() > 1 ? " " + each.getValue() + " times" : ""))
            .collect(Collectors.joining(", "));
    return text + (furtherTexts > 0 ? " and " + furtherTexts + " more" : "") + framesText();
  }

  private String framesText() {
    if (frames.isEmpty()) {
      return "";
    }
    boolean isSingle = framedCount == 1 && frames.get(0).length == 1;
    return (isSingle ? " (frame " : " (frames ")
        + frames.stream()
            .limit(MAX_SHOWN)
            .map(
                group ->
                    LongStream.of(group)
                        .mapToObj(String::valueOf)
                        .collect(Collectors.joining(", ")))
            .collect(Collectors.joining("; "))
        + (framedCount > MAX_SHOWN ? "; ...)" : ")");
  }
}
