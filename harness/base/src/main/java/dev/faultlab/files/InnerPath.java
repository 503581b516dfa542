package dev.faultlab.files;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.stream.StreamSupport;

/** Resolves a name that was read from data, so that it stays inside a folder. */
public final class InnerPath {
  private InnerPath() {}

  /**
   * The path of a name below a folder; the file need not exist.
   *
   * @throws RefusedPath when the name is absolute, is no path, contains {@code ..}, or leads
   *     through a symbolic link
   */
  public static Path of(Path folder, String name) {
    Path path = folder;
    for (Path part : relative(folder, name)) {
      path = path.resolve(part.toString()); // the folder may be inside an archive
      if (Files.isSymbolicLink(path)) {
        throw new RefusedPath(
            path + " is a symbolic link, expected a file or folder; remove it and try again");
      }
    }
    return path;
  }

  private static Path relative(Path folder, String name) {
    try {
      Path relative = Path.of(name);
      boolean leadsUp =
          StreamSupport.stream(relative.spliterator(), false).anyMatch(part -> part.endsWith(".."));
      if (relative.isAbsolute() || leadsUp) {
        throw outside(folder, name);
      }
      return relative;
    } catch (InvalidPathException e) {
      throw outside(folder, name);
    }
  }

  private static RefusedPath outside(Path folder, String name) {
    return new RefusedPath(
        String.format(
            "found the path '%s', expected one inside %s; ask the author for a result that names"
                + " its own files",
            name.replace('\0', '?'), folder));
  }
}
