package dev.faultlab.guest;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Resolves a moving name to an exact version. If its source does not answer, the kernel that was
 * fetched last counts.
 *
 * @param say receives a message if an older kernel may be used
 */
public record KernelLookup(KernelFolders folders, Source source, Consumer<String> say) {

  /** Answers for names; each method throws an unchecked exception if there is no such kernel. */
  public interface Source {
    /** The package of a suite's kernel, and its version, separated by a space. */
    String of(KernelName.Stock stock) throws NoAnswer;

    /** The id of an image, pulled if it is not here. */
    String of(KernelName.Carried carried) throws NoAnswer;
  }

  /** No source answered. */
  public static final class NoAnswer extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * @param message names the source and the reason
     */
    public NoAnswer(String message) {
      super(message);
    }
  }

  /**
   * What a package's name means now.
   *
   * @throws NoAnswer when the mirror does not answer and no such kernel was fetched before
   */
  public ResolvedKernel of(KernelName.Stock stock) throws NoAnswer {
    Optional<Path> settled = stock.moves() ? Optional.empty() : folders.last(stock);
    if (settled.isPresent()) {
      return resolved(stock, settled.get());
    }
    try {
      return new ResolvedKernel(stock, source.of(stock));
    } catch (NoAnswer e) {
      return last(stock, e);
    }
  }

  /**
   * What an image's name means now.
   *
   * @throws NoAnswer when it cannot be pulled and its kernel was not taken before
   */
  public ResolvedKernel of(KernelName.Carried carried) throws NoAnswer {
    try {
      return new ResolvedKernel(carried, source.of(carried));
    } catch (NoAnswer e) {
      return last(carried, e);
    }
  }

  /**
   * The meaning of a name when its kernel was fetched last.
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
    ResolvedKernel exact = resolved(name, last.get());
    say.accept(
        "%s may mean a newer kernel by now: %s. Using the one that was fetched last: %s."
            .formatted(name, trouble.getMessage(), exact.version()));
    return exact;
  }

  private static ResolvedKernel resolved(KernelName name, Path place) {
    return new ResolvedKernel(name, KernelFolders.exact(place));
  }
}
