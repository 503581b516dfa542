package dev.faultlab.manifest;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Dependencies, managed dependencies and the parent of a {@code pom.xml}. Properties are looked up
 * in the pom and in the parents that the repository has; profiles and plug-ins, which a build would
 * evaluate, are not read.
 */
final class MavenReader implements ManifestReader {
  /** They say what is compiled for, not what runs it. */
  private static final Set<String> LEVELS =
      Set.of(
          "java.version",
          "maven.compiler.release",
          "maven.compiler.source",
          "maven.compiler.target");

  static boolean isPom(String path) {
    return SourceFile.name(path).equals("pom.xml");
  }

  @Override
  public boolean reads(String path) {
    return isPom(path);
  }

  @Override
  public Reading read(SourceFile file) {
    Pom pom = Pom.read(file);
    Reading.Builder found = new Reading.Builder(file);
    Stream.of(
            pom.parent().isEmpty() ? pom.project().elements("parent") : List.<Xml>of(),
            pom.project().elements("dependencies", "dependency"),
            pom.project().elements("dependencyManagement", "dependencies", "dependency"))
        .flatMap(List::stream)
        .forEach(dependency -> dependency(dependency, pom, found));
    for (Xml property : pom.project().first("properties").map(Xml::children).orElse(List.of())) {
      if (LEVELS.contains(property.name())) {
        found.unclear(
            property.line(),
            property.name() + " " + property.text(),
            "the level to compile for, not the JDK that runs");
      }
    }
    return found.reading();
  }

  private static void dependency(Xml dependency, Pom pom, Reading.Builder found) {
    Optional<Xml> version = dependency.first("version");
    String name = dependency.text("groupId") + ":" + dependency.text("artifactId");
    if (version.isEmpty() || version.get().text().contains("${project.")) {
      return; // managed by another pom, or a module of this project
    }
    Optional<Pom.Value> value = pom.resolve(version.get());
    if (value.isPresent()) {
      found.add(Mention.library(name, value.get().text(), value.get().place()));
    } else {
      found.unclear(
          version.get().line(),
          name + " " + version.get().text(),
          "no pom of this repository defines that property");
    }
  }
}
