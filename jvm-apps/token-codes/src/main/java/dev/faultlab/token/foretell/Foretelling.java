package dev.faultlab.token.foretell;

import dev.faultlab.token.generate.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the state of a shared {@link java.util.Random} from a few codes in a row, in milliseconds.
 *
 * <p>A code is the upper 31 of 48 bits, modulo 1,000,000. A million is 64 * 15,625, so a code gives
 * away six bits of the state unchanged, and the low bits of such a generator are a small generator
 * of their own: 2^17 possible beginnings, each either confirmed or refuted by six bits of every
 * further code. Then there are 2,148 numbers of 31 bits that leave the first code as remainder. One
 * of them fits the others.
 */
final class Foretelling {
  /** Codes that a state is looked for with: 5 * 6 bits refute nearly all of 2^17 beginnings. */
  static final int WINDOW = 6;

  /** What a code shows of the state as it is. */
  private static final int SHOWN = 64;

  private Foretelling() {}

  /**
   * The state after the last of the codes.
   *
   * <p>A draw that {@code nextInt} throws away (0.02 % of them) hides the window that it falls
   * into, so all windows are tried, one behind the other.
   *
   * @param codes in the order in which they were issued, nothing left out
   * @return empty where no {@link java.util.Random} makes these codes in a row
   */
  static Optional<RandomState> after(List<Integer> codes) {
    for (int start = 0; start + WINDOW <= codes.size(); start += WINDOW) {
      for (long bits : beginnings(codes.subList(start, start + WINDOW))) {
        RandomState state = new RandomState(bits);
        if (codes.subList(start + 1, codes.size()).stream().allMatch(c -> state.nextCode() == c)) {
          return Optional.of(state);
        }
      }
    }
    return Optional.empty();
  }

  /** States from which the first code can have been made, and the next ones as far as they show. */
  private static List<Long> beginnings(List<Integer> codes) {
    List<Long> beginnings = new ArrayList<>();
    for (long hidden = 0; hidden < 1L << RandomState.HIDDEN_BITS; hidden++) {
      long shown = codes.get(0) % SHOWN;
      if (confirmed(hidden | shown << RandomState.HIDDEN_BITS, codes)) {
        for (long drawn = codes.get(0); drawn < 1L << 31; drawn += CodeSource.CODES) {
          beginnings.add(drawn << RandomState.HIDDEN_BITS | hidden);
        }
      }
    }
    return beginnings;
  }

  private static boolean confirmed(long lowBits, List<Integer> codes) {
    long bits = lowBits;
    for (int code : codes.subList(1, codes.size())) {
      bits = RandomState.after(bits);
      if ((bits >>> RandomState.HIDDEN_BITS) % SHOWN != code % SHOWN) {
        return false;
      }
    }
    return true;
  }
}
