package dev.faultlab.manifest;

/** {@code .java-version} of jEnv, SDK managers and actions/setup-java: one JDK. */
final class JavaVersionReader implements ManifestReader {
  @Override
  public boolean reads(String path) {
    return SourceFile.name(path).equals(".java-version");
  }

  @Override
  public Reading read(SourceFile file) {
    Reading.Builder found = new Reading.Builder(file);
    int line = 0;
    for (String text : file.lines()) {
      line++;
      String name = text.strip();
      if (!name.isEmpty() && !name.startsWith("#")) {
        JavaRelease.add(name, line, found);
      }
    }
    return found.reading();
  }
}
