package dev.faultlab.guest;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Resolves names of kernels that others built to exact content, each name once. If the source of a
 * moving name does not answer, the kernel that was fetched last counts.
 */
public final class KernelLookup {
  private final KernelFolders folders;
  private final Source source;
  private final Consumer<String> say;
  private final Map<KernelName, ResolvedKernel> known = new HashMap<>();
  private Optional<String> mirrorTrouble = Optional.empty();

  /** Runs the commands of {@link KernelRecipes} in containers. */
  public interface Source {
    /** Runs {@link KernelRecipes#newest}. */
    Answer newest(KernelName.Stock stock);

    /**
     * The id of an image, pulled if it is not here.
     *
     * @throws NoAnswer when it cannot be pulled
     */
    String id(KernelName.Carried carried) throws NoAnswer;

    /** What to throw when {@link #newest} failed although its mirror answered. */
    RuntimeException failure(int status, String message);
  }

  /**
   * How a command ended.
   *
   * @param said its error
   */
  public record Answer(int status, String out, String said) {}

  /** No source answered. */
  public static final class NoAnswer extends Exception {
    /**
     * @param message names the source and the reason
     */
    public NoAnswer(String message) {
      super(message);
    }
  }

  /**
   * @param say receives a message if an older kernel may be used
   */
  public KernelLookup(KernelFolders folders, Source source, Consumer<String> say) {
    this.folders = folders;
    this.source = source;
    this.say = say;
  }

  /**
   * What a name means now.
   *
   * @throws NoAnswer when its source does not answer and no such kernel was fetched before
   */
  public ResolvedKernel of(KernelName name) throws NoAnswer {
    ResolvedKernel exact = known.get(name);
    if (exact == null) {
      exact = ask(name);
      known.put(name, exact);
    }
    return exact;
  }

  /**
   * The meaning of a name when its kernel was fetched last, from now on.
   *
   * @param trouble why nothing newer is known
   * @throws NoAnswer when it was never fetched
   */
  public ResolvedKernel last(KernelName name, NoAnswer trouble) throws NoAnswer {
    Optional<Path> last = folders.last(name);
    if (last.isEmpty()) {
      throw new NoAnswer(
          "the kernel %s is unavailable: %s, and the cache has none"
              .formatted(name, trouble.getMessage()));
    }
    ResolvedKernel exact = new ResolvedKernel(name, KernelFolders.exact(last.get()));
    say.accept(
        "%s may mean a newer kernel by now: %s. Using the one that was fetched last: %s."
            .formatted(name, trouble.getMessage(), exact.version()));
    known.put(name, exact);
    return exact;
  }

  private ResolvedKernel ask(KernelName name) throws NoAnswer {
    try {
      if (name instanceof KernelName.Stock stock) {
        Optional<Path> settled = stock.moves() ? Optional.empty() : folders.last(stock);
        return new ResolvedKernel(
            name, settled.isPresent() ? KernelFolders.exact(settled.get()) : newest(stock));
      }
      return new ResolvedKernel(
          name,
          name instanceof KernelName.File file
              ? ContentKey.hash(file.path())
              : source.id((KernelName.Carried) name));
    } catch (NoAnswer e) {
      return last(name, e);
    }
  }

  /** A mirror that did not answer is not asked again. */
  private String newest(KernelName.Stock stock) throws NoAnswer {
    if (mirrorTrouble.isEmpty()) {
      Answer answer = source.newest(stock);
      if (answer.status() == 0) {
        return answer.out().strip();
      }
      if (answer.status() != KernelRecipes.NO_ANSWER) {
        throw source.failure(
            answer.status(), "the kernel %s is unavailable: %s".formatted(stock, answer.said()));
      }
      mirrorTrouble = Optional.of("Debian's mirror does not answer (" + answer.said() + ")");
    }
    throw new NoAnswer(mirrorTrouble.get());
  }
}
