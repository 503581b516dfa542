package dev.faultlab.git;

/**
 * An entry of a commit.
 *
 * @param path inside the repository
 * @param mode as git writes it, such as 100644
 * @param id of the object
 */
public record GitFile(String path, String mode, String id) {

  /** Whether it is a file; otherwise a symbolic link or a submodule. */
  public boolean regular() {
    return mode.startsWith("100");
  }

  /** What it is, if it is no regular file. */
  public String kind() {
    return switch (mode) {
      case "120000" -> "a symbolic link";
      case "160000" -> "a submodule";
      default -> "a file";
    };
  }
}
