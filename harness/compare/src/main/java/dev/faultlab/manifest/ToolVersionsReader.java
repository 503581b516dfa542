package dev.faultlab.manifest;

/** {@code .tool-versions} of asdf and mise: a tool and its version a line (asdf-vm.com). */
final class ToolVersionsReader implements ManifestReader {
  @Override
  public boolean reads(String path) {
    return SourceFile.name(path).equals(".tool-versions");
  }

  @Override
  public Reading read(SourceFile file) {
    Reading.Builder found = new Reading.Builder(file);
    int line = 0;
    for (String text : file.lines()) {
      line++;
      String[] words = text.replaceFirst("#.*", "").strip().split("\\s+");
      if (words.length > 1) {
        add(words[0], words[1], line, found);
      }
    }
    return found.reading();
  }

  private static void add(String tool, String version, int line, Reading.Builder found) {
    switch (tool) {
      case "java" -> JavaRelease.add(version, line, found);
      case "golang", "go" -> found.add(Mention.of("go", version, found.at(line)));
      default -> found.add(Mention.of("tool:" + tool, version, found.at(line)));
    }
  }
}
