package dev.faultlab.manifest;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A format with one version per line.
 *
 * @param line its last group is the version, the one before that the name
 * @param of the name, or what is before it in a package URL
 * @param range a line that allows several versions, if the format has such
 */
record LineReader(Pattern path, Pattern line, String of, Optional<Pattern> range)
    implements ManifestReader {
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
        int last = matcher.groupCount();
        String name = last == 1 ? "" : "/" + matcher.group(1).replace(':', '/').replace("@", "%40");
        found.add(Catalog.mention("pkg:" + of + name, matcher.group(last), found.at(number)));
      } else if (range.filter(open -> open.matcher(text).matches()).isPresent()) {
        found.unclear(number, text.strip(), "its version is not read");
      }
    }
    return found.reading();
  }
}
