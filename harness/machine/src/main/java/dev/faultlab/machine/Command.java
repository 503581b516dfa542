package dev.faultlab.machine;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A program to start, with all its settings. Immutable: the methods return a changed copy.
 *
 * @param words program and arguments; no shell is involved
 * @param directory to start in; the current one when empty
 * @param environment added to our own
 * @param input for standard input; nothing when empty
 * @param timeout after which the program and its children are killed
 * @param onLine receives each line of output, standard output and error alike, as it comes
 * @param onKill ends what goes on when the program has been killed
 */
public record Command(
    List<String> words,
    Optional<Path> directory,
    Map<String, String> environment,
    String input,
    Duration timeout,
    Consumer<String> onLine,
    Runnable onKill) {

  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

  public Command {
    words = List.copyOf(words);
    environment = Map.copyOf(environment);
  }

  public static Command of(String... words) {
    return of(List.of(words));
  }

  public static Command of(List<String> words) {
    return new Command(
        words, Optional.empty(), Map.of(), "", DEFAULT_TIMEOUT, line -> {}, () -> {});
  }

  public Command in(Path where) {
    return new Command(words, Optional.of(where), environment, input, timeout, onLine, onKill);
  }

  public Command with(String variable, String value) {
    Map<String, String> more = new HashMap<>(environment);
    more.put(variable, value);
    return new Command(words, directory, more, input, timeout, onLine, onKill);
  }

  public Command reading(String text) {
    return new Command(words, directory, environment, text, timeout, onLine, onKill);
  }

  public Command within(Duration limit) {
    return new Command(words, directory, environment, input, limit, onLine, onKill);
  }

  public Command withListener(Consumer<String> listener) {
    return new Command(words, directory, environment, input, timeout, listener, onKill);
  }

  public Command onKill(Runnable end) {
    return new Command(words, directory, environment, input, timeout, onLine, end);
  }

  /** The command as a person would type it, for messages. */
  @Override
  public String toString() {
    return String.join(" ", words);
  }
}
