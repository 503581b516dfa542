package dev.faultlab.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The tiny lab with one cure that works and one that does not. */
public final class TinyCures {
  public static final String CURES =
      """
      forgets:
        title: a cache that forgets
        restart: the program
        applies: release 1 and later
        apply: [program --forget, program check]
        undo: start it without the option
        check: program count
        why: What has expired is thrown away once a minute.
        price: rate
      larger:
        title: a larger cache
        restart: nothing
        applies: nothing here
        apply: program --entries 20
        undo: the old number
        check: program count
        why: It only takes longer until the memory is full.
      """;

  public static TinyLab lab(Path root) throws IOException {
    TinyLab lab = new TinyLab(root);
    lab.declare(
        text ->
            text.replace(
                    "  delay-ms:",
                    "  cure: {help: what is done about it, axis: true, default: none, choices: [none, forgets, larger]}\n  delay-ms:")
                .replace(
                    "keeps: {title: the fault, with: {cache: keeps}, expect: {never-evicts: present, reads-random: present}}",
                    "keeps: {title: the fault, with: {cache: \"{cure}\"},"
                        + " expect: {never-evicts: {cure: {forgets: absent, else: present}}}}"));
    lab.engine().answer("program count", c -> TinyLab.counted(c.get(2).equals("forgets") ? 0 : 20));
    write(root, CURES);
    return lab;
  }

  /** What its cures.yaml says. */
  public static void write(Path root, String text) throws IOException {
    Files.writeString(root.resolve("labs/tiny/cures.yaml"), text);
  }
}
