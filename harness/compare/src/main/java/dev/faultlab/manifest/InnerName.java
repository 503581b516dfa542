package dev.faultlab.manifest;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Names of files inside a commit, which is a tree of git and no folder of this machine. */
final class InnerName {
  private InnerName() {}

  /**
   * The path of a file that another one names.
   *
   * @param from path of the file that names it
   * @return empty when it leads out of the repository
   */
  static Optional<String> resolve(String from, String relative) {
    if (relative.startsWith("/") || relative.indexOf('\\') >= 0) {
      return Optional.empty();
    }
    Deque<String> parts = new ArrayDeque<>();
    String folder = from.contains("/") ? from.substring(0, from.lastIndexOf('/') + 1) : "";
    for (String part : (folder + relative).split("/")) {
      if (part.equals("..")) {
        if (parts.pollLast() == null) {
          return Optional.empty();
        }
      } else if (!part.isEmpty() && !part.equals(".")) {
        parts.addLast(part);
      }
    }
    return Optional.of(String.join("/", parts));
  }
}
