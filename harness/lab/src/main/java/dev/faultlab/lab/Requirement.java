package dev.faultlab.lab;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An image, kernel or file that a stack needs and the engine provides. Its text is the form in
 * {@code lab.yaml}, JSON and messages. In a lab, placeholders may stand for values until {@link
 * #fill} replaces them.
 */
public sealed interface Requirement {

  /**
   * The image of a role: {@code jre:JDK=25}.
   *
   * @param arguments name to value, in the order written; the others have the role's defaults
   */
  record Image(String role, Map<String, String> arguments) implements Requirement {
    public Image {
      arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
    }

    /**
     * Reads {@code ROLE[:NAME=VALUE,...]}.
     *
     * @throws LabException when the text does not have this form
     */
    public static Image parse(String text) {
      String[] halves = text.split(":", 2);
      Map<String, String> arguments = new LinkedHashMap<>();
      for (String pair : halves.length < 2 ? new String[0] : halves[1].split(",")) {
        String[] sides = pair.split("=", 2);
        if (sides.length < 2) {
          throw new LabException(
              "'%s': '%s' is not of the form NAME=VALUE; write ROLE:NAME=VALUE, as in jre:JDK=21"
                  .formatted(text, pair));
        }
        arguments.put(sides[0], sides[1]);
      }
      return new Image(halves[0], arguments);
    }

    @Override
    public String toString() {
      return arguments.isEmpty()
          ? role
          : arguments.entrySet().stream()
              .map(argument -> argument.getKey() + "=" + argument.getValue())
              .collect(Collectors.joining(",", role + ":", ""));
    }
  }

  /** The directory of a kernel: {@code kernel:debian:trixie}. */
  record Kernel(String name) implements Requirement {
    private static final String PREFIX = "kernel:";

    @Override
    public String toString() {
      return PREFIX + name;
    }
  }

  /** An image's files for a guest's root: {@code guest-root:ROLE[:NAME=VALUE,...]}. */
  record GuestRoot(Image image) implements Requirement {
    private static final String PREFIX = "guest-root:";

    @Override
    public String toString() {
      return PREFIX + image;
    }
  }

  /** The device that makes guests fast: {@code kvm-device}. It belongs to the machine. */
  record KvmDevice() implements Requirement {
    private static final String TEXT = "kvm-device";

    @Override
    public String toString() {
      return TEXT;
    }
  }

  /**
   * Parses the text of {@link #toString}.
   *
   * @throws LabException when the text has none of the four forms
   */
  @JsonCreator
  static Requirement parse(String text) {
    if (text.equals(KvmDevice.TEXT)) {
      return new KvmDevice();
    }
    if (text.startsWith(Kernel.PREFIX)) {
      return new Kernel(text.substring(Kernel.PREFIX.length()));
    }
    return text.startsWith(GuestRoot.PREFIX)
        ? new GuestRoot(Image.parse(text.substring(GuestRoot.PREFIX.length())))
        : Image.parse(text);
  }

  /** The image that it takes; empty for a kernel or a device. */
  static Optional<Image> image(Requirement requirement) {
    if (requirement instanceof GuestRoot root) {
      return Optional.of(root.image());
    }
    return requirement instanceof Image image ? Optional.of(image) : Optional.empty();
  }

  /** The same with its placeholders filled; see {@link Template#fill}. */
  default Requirement fill(Map<String, String> values) {
    return parse(Template.fill(toString(), values));
  }

  @JsonValue
  @Override
  String toString();
}
