package dev.faultlab.service;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.check.CheckFile;
import dev.faultlab.check.Side;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.Requirement;
import dev.faultlab.run.Provisioning;
import dev.faultlab.stack.ComposeFile;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads a compose project with the images and variables of a version. */
record Projects(Provisioning tools) {
  /** {@code role:ARGUMENT=value}; an image's name has no equals sign. */
  private static final Pattern ROLE = Pattern.compile("[a-z][a-z0-9-]*:[A-Z_]+=[^ ]+");

  private static final String PROBE = "faultlabprobe";

  /**
   * The services to start for a version, with the images of its roles pulled or built.
   *
   * @param preview of the same version, which is returned if it names no role
   * @throws LabException when the project cannot be read or checked
   */
  ServiceModel build(CheckFile check, Side side, ServiceModel preview) throws InterruptedException {
    boolean withoutRoles =
        Stream.concat(side.image().stream(), side.variables().values().stream())
            .noneMatch(value -> ROLE.matcher(value).matches());
    return withoutRoles ? preview : model(check, side, this::imageNamed);
  }

  /**
   * The same for a preview: nothing is pulled or built.
   *
   * @throws LabException when the project cannot be read or checked
   */
  ServiceModel preview(CheckFile check, Side side) throws InterruptedException {
    requireUsed(check, side);
    return model(check, side, value -> ROLE.matcher(value).matches() ? "role" : value);
  }

  private ServiceModel model(CheckFile check, Side side, UnaryOperator<String> images)
      throws InterruptedException {
    Map<String, String> variables = new LinkedHashMap<>();
    side.variables().forEach((name, value) -> variables.put(name, images.apply(value)));
    Side chosen = new Side(side.image().map(images), variables);
    JsonNode config = ComposeFile.tree(config(check, variables).replace("$$", "$"));
    return new ServiceModel(check, chosen, config);
  }

  /** A dollar sign is doubled, so that it can be read again. */
  private String config(CheckFile check, Map<String, String> variables)
      throws InterruptedException {
    return new ComposeFile(check.compose(), tools.commands())
        .resolved(check.folder(), check.project().options(), variables);
  }

  /** Pulls or builds the image of a role; an image's name stays as it is. */
  private String imageNamed(String value) {
    if (!ROLE.matcher(value).matches()) {
      return value;
    }
    Requirement.Image role = Requirement.Image.parse(value);
    return tools.images().image(role.role(), role.arguments());
  }

  /** A variable that the project does not use would make both versions the same. */
  private void requireUsed(CheckFile check, Side side) throws InterruptedException {
    for (String name : side.variables().keySet()) {
      Map<String, String> probed = new LinkedHashMap<>(side.variables());
      probed.put(name, PROBE);
      String config;
      try {
        config = config(check, probed);
      } catch (LabException e) {
        continue; // it is used where no word may be
      }
      LabException.throwIf(
          !config.contains(PROBE),
          "%s: found the variable %s, expected one that %s uses: write ${%s} there"
              .formatted(check.file(), name, check.compose().getFileName(), name));
    }
  }
}
