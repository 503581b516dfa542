package dev.faultlab.check;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One version of the service.
 *
 * @param image in place of the compose file's
 * @param variables of the compose file, in the order of faultlab.yaml
 */
public record Side(Optional<String> image, Map<String, String> variables) {
  /** The compose file as it is. */
  public static final Side AS_IT_IS = new Side(Optional.empty(), Map.of());

  /** As {@link #words}, without what both have. */
  public String wordsApartFrom(Side other) {
    Map<String, String> ownVariables = new LinkedHashMap<>(variables);
    ownVariables.entrySet().removeAll(other.variables.entrySet());
    Side rest = new Side(image.equals(other.image) ? Optional.empty() : image, ownVariables);
    return rest.equals(AS_IT_IS) ? words() : rest.words();
  }

  /** {@code image mine:1.22}, or each variable with its value. */
  public String words() {
    Map<String, String> merged = new LinkedHashMap<>();
    image.ifPresent(name -> merged.put("image", name));
    merged.putAll(variables);
    return merged.isEmpty()
        ? "as it is"
        : merged.entrySet().stream()
            .map(s -> s.getKey() + " " + s.getValue())
            .collect(Collectors.joining(", "));
  }
}
