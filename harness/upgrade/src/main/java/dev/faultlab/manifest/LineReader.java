package dev.faultlab.manifest;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Formats that have a version a line. */
record LineReader(Pattern path, Pattern line, Meaning meaning) implements ManifestReader {

  /** What a line says. */
  interface Meaning {
    void add(Matcher line, int number, Reading.Builder found);
  }

  /** {@code .java-version} of jEnv, SDK managers and actions/setup-java: one JDK. */
  private static final LineReader JAVA_VERSION =
      new LineReader(
          file("\\.java-version"),
          Pattern.compile("\\s*([^\\s#].*)"),
          (line, number, found) -> JavaRelease.add(line.group(1).strip(), number, found));

  /** {@code .tool-versions} of asdf and mise: a tool and its version (asdf-vm.com). */
  private static final LineReader TOOL_VERSIONS =
      new LineReader(
          file("\\.tool-versions"),
          Pattern.compile("\\s*([^\\s#]+)\\s+([^\\s#]+).*"),
          (line, number, found) -> tool(line.group(1), line.group(2), number, found));

  /** Gradle's lock files: {@code GROUP:ARTIFACT:VERSION=CONFIGURATIONS}. */
  private static final LineReader LOCKFILE =
      new LineReader(
          Pattern.compile(".*gradle\\.lockfile|.*dependency-locks/.*\\.lockfile"),
          Pattern.compile("([\\w.-]{1,200}:[\\w.-]{1,200}):([\\w.+-]{1,100})(?:=.*)?"),
          (line, number, found) ->
              found.add(Mention.library(line.group(1), line.group(2), found.at(number))));

  /** {@code .sdkmanrc} of SDKMAN. */
  private static final LineReader SDKMAN =
      new LineReader(
          file("\\.sdkmanrc"),
          Pattern.compile("\\s*java\\s*=\\s*(\\S+)\\s*"),
          (line, number, found) -> JavaRelease.add(line.group(1), number, found));

  /** pip's requirements, where they name one version. */
  private static final LineReader REQUIREMENTS =
      new LineReader(
          Pattern.compile(
              "(?:.*/)?[^/]*requirements[^/]*\\.(?:txt|in)|(?:.*/)?requirements/[^/]*\\.(?:txt|in)"),
          Pattern.compile(
              "\\s*([\\w.-]{1,200})(?:\\[[^]]*\\])?\\s*===?\\s*([\\w.!+-]{1,100})(?:[\\s;\\\\].*)?"),
          (line, number, found) -> packaged("pypi/" + line.group(1), line.group(2), number, found));

  /** NuGet's references, where a version is beside a name. */
  private static final LineReader NUGET =
      new LineReader(
          Pattern.compile(".*\\.[cf]sproj|.*\\.props"),
          Pattern.compile(
              ".*<Package(?:Reference|Version)\\s+Include=\"([\\w.-]{1,200})\"\\s+Version=\"([\\w.+-]{1,100})\".*"),
          (line, number, found) ->
              packaged("nuget/" + line.group(1), line.group(2), number, found));

  static final List<ManifestReader> ALL =
      List.of(LOCKFILE, TOOL_VERSIONS, JAVA_VERSION, SDKMAN, REQUIREMENTS, NUGET);

  private static void packaged(String name, String version, int line, Reading.Builder found) {
    found.add(Packages.mention("pkg:" + name, version, found.at(line)));
  }

  private static Pattern file(String name) {
    return Pattern.compile("(?:.*/)?" + name);
  }

  private static void tool(String name, String version, int line, Reading.Builder found) {
    switch (name) {
      case "java" -> JavaRelease.add(version, line, found);
      case "golang", "go" -> found.add(Mention.of("go", version, found.at(line)));
      default -> found.add(Mention.of("tool:" + name, version, found.at(line)));
    }
  }

  @Override
  public boolean reads(String file) {
    return path.matcher(file).matches();
  }

  @Override
  public Reading read(SourceFile file) {
    Reading.Builder found = new Reading.Builder(file);
    int number = 0;
    for (String text : file.lines()) {
      number++;
      Matcher matcher = line.matcher(text);
      if (matcher.matches()) {
        meaning.add(matcher, number, found);
      }
    }
    return found.reading();
  }
}
