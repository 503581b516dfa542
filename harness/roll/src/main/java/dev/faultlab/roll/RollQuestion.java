package dev.faultlab.roll;

import dev.faultlab.machine.Progress;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What is asked.
 *
 * @param versions of the component
 * @param nodes how many there are
 * @param grown how many of them join later
 * @param last hold of the way forward
 * @param back whether the nodes go back at the end, the last one first
 */
record RollQuestion(
    String system,
    RollForm form,
    Map<Age, String> versions,
    int nodes,
    int grown,
    int last,
    boolean back,
    int trials) {

  /** In the order of their steps. */
  List<String> names() {
    return IntStream.rangeClosed(1, nodes).mapToObj(i -> "n" + i).toList();
  }

  /** How many holds all passes have. */
  int holds() {
    return trials * Pass.values().length * (last + 1 + (back ? last : 0));
  }

  /** The time of all passes, once the images are there. */
  long seconds() {
    RollForm.Seconds each = form.seconds();
    int pairs = 1 << form.directions().size();
    int mixed = Math.min(last, nodes - 1) + (back ? Math.max(0, last - 1) : 0);
    int pure = 1 + (last == nodes ? 1 : 0) + (back && last > 0 ? 1 : 0);
    int steps = back ? 2 * last : last;
    int work = (mixed * pairs + pure) * each.work();
    return (long) trials * Pass.values().length * (each.start() + steps * each.step() + work);
  }

  String words() {
    return "Rolls %d nodes of %s from %s to %s up to hold %d/%1$d%s %s, each time with two controls: %s once the images are here."
        .formatted(
            nodes,
            system,
            versions.get(Age.OLD),
            versions.get(Age.NEW),
            last,
            back ? " and back" : "",
            trials == 1 ? "once" : trials + " times",
            Progress.about(seconds()));
  }
}
