package dev.faultlab.exercise;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How a file that a learner may change is used; in YAML an object with one key, its kind. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.WRAPPER_OBJECT)
@JsonSubTypes({
  @Type(value = Material.Settings.class, name = "settings"),
  @Type(value = Material.PlacedFile.class, name = "placed"),
  @Type(value = Material.JavaSource.class, name = "java"),
  @Type(value = Material.GoSource.class, name = "go")
})
public sealed interface Material {

  /** The file of a program, relative to the repository, that a learner begins with. */
  default Optional<String> program() {
    return Optional.empty();
  }

  /**
   * Lines {@code key = value}, each for a setting of the lab.
   *
   * @param keys that are allowed
   */
  record Settings(Map<String, Key> keys) implements Material {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Settings {}
  }

  /**
   * A key of a settings file. It sets either a placeholder or a compose variable.
   *
   * @param with name of the placeholder of the trial's procedure
   * @param stack name of the compose variable
   * @param allows regular expression for the whole value
   * @param unset value without the line; empty if the line is required
   */
  record Key(Optional<String> with, Optional<String> stack, String allows, Optional<String> unset) {
    public Key {
      if (with.isPresent() == stack.isPresent()) {
        throw new IllegalArgumentException("has a key with not one of 'with', 'stack'");
      }
    }
  }

  /** Copied into the stack unchanged. */
  record PlacedFile(boolean placed) implements Material {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public PlacedFile {}
  }

  /**
   * A class of a program under test, compiled here and loaded before the program's own.
   *
   * @param release JDK release of the class files
   * @param with jars on its compile class path, relative to the repository
   * @param program empty if the repair has a class of its own to begin with
   */
  record JavaSource(
      int release, List<String> with, @JsonProperty("source") Optional<String> program)
      implements Material {}

  /**
   * A file of a Go program, which is rebuilt with it.
   *
   * @param module folder of the program, relative to the repository
   * @param at the file's place in the folder
   * @param binary name of what is built
   */
  record GoSource(String module, String at, @JsonProperty("program") String binary)
      implements Material {
    @Override
    public Optional<String> program() {
      return Optional.of(module + "/" + at);
    }
  }
}
