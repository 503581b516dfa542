package dev.faultlab.manifest;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A pom with the parents that the repository itself has.
 *
 * @param parent empty if the pom has none, or it comes from elsewhere
 */
record Pom(SourceFile file, Xml project, Optional<Pom> parent) {
  private static final int MAX_PARENTS = 10;
  private static final int MAX_STEPS = 5;
  private static final Pattern PROPERTY = Pattern.compile("\\$\\{([^${}]+)\\}");

  /** A value, and the pom that says it. */
  record Value(String text, Place place) {}

  static Pom read(SourceFile file) {
    return read(file, MAX_PARENTS);
  }

  private static Pom read(SourceFile file, int levels) {
    Xml project = Xml.parse(file.text());
    Optional<Pom> parent =
        project
            .first("parent")
            .filter(declared -> levels > 0)
            .flatMap(
                declared ->
                    sibling(file, declared)
                        .map(other -> read(other, levels - 1))
                        .filter(
                            p ->
                                p.project
                                    .first("artifactId")
                                    .map(Xml::text)
                                    .equals(declared.first("artifactId").map(Xml::text))));
    return new Pom(file, project, parent);
  }

  private static Optional<SourceFile> sibling(SourceFile file, Xml parent) {
    String path = parent.first("relativePath").map(Xml::text).orElse("../pom.xml");
    return path.isEmpty()
        ? Optional.empty()
        : file.sibling(path.endsWith(".xml") ? path : path + "/pom.xml");
  }

  /** The file and line of an element. */
  Place place(Xml element) {
    return new Place(file.path(), element.line());
  }

  /** A text with its properties replaced; empty if one is unknown here. */
  Optional<Value> resolve(Xml element) {
    Value value = new Value(element.text(), place(element));
    for (int step = 0; step < MAX_STEPS; step++) {
      Matcher property = PROPERTY.matcher(value.text());
      if (!property.find()) {
        return Optional.of(value);
      }
      Optional<Value> propertyValue = property(property.group(1));
      if (propertyValue.isEmpty() || propertyValue.get().text().length() > 200) {
        return Optional.empty();
      }
      String whole = property.replaceFirst(Matcher.quoteReplacement(propertyValue.get().text()));
      value = new Value(whole, propertyValue.get().place());
    }
    return Optional.empty();
  }

  private Optional<Value> property(String name) {
    return project
        .first("properties", name)
        .map(element -> new Value(element.text(), place(element)))
        .or(() -> parent.flatMap(p -> p.property(name)));
  }
}
