package dev.faultlab.manifest;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Gradle's lock files: {@code GROUP:ARTIFACT:VERSION=CONFIGURATIONS} a line. */
final class LockfileReader implements ManifestReader {
  private static final Pattern LINE =
      Pattern.compile("([\\w.-]{1,200}:[\\w.-]{1,200}):([\\w.+-]{1,100})(?:=.*)?");

  @Override
  public boolean reads(String path) {
    String name = SourceFile.name(path);
    return name.endsWith("gradle.lockfile")
        || path.contains("dependency-locks/") && name.endsWith(".lockfile");
  }

  @Override
  public Reading read(SourceFile file) {
    Reading.Builder found = new Reading.Builder(file);
    int line = 0;
    for (String text : file.lines()) {
      line++;
      Matcher matcher = LINE.matcher(text);
      if (matcher.matches()) {
        found.add(Mention.library(matcher.group(1), matcher.group(2), found.at(line)));
      }
    }
    return found.reading();
  }
}
