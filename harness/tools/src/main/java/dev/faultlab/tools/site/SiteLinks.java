package dev.faultlab.tools.site;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.renderer.html.AttributeProvider;

/**
 * Turns the links of one document into links of its page, and records their targets.
 *
 * <p>A document becomes a page in its own place, and a README the index of its folder; any other
 * file of the repository is copied unchanged.
 */
final class SiteLinks implements AttributeProvider {
  private static final String INDEX = "README.md";

  private final Path root;
  private final Path document;
  private final Set<Path> targets = new LinkedHashSet<>();

  /**
   * @param root of the repository
   * @param document being rendered, relative to the root
   */
  SiteLinks(Path root, Path document) {
    this.root = root;
    this.document = document;
  }

  /** The linked files and folders, relative to the repository. */
  Set<Path> targets() {
    return targets;
  }

  @Override
  public void setAttributes(Node node, String tag, Map<String, String> attributes) {
    if (node instanceof Link) {
      attributes.computeIfPresent("href", (name, target) -> rewritten(target));
    } else if (node instanceof Image) {
      attributes.computeIfPresent("src", (name, target) -> rewritten(target));
    }
  }

  private String rewritten(String target) {
    if (target.startsWith("#") || target.matches("[a-z]+:.*")) {
      return target;
    }
    String[] parts = target.split("#", 2);
    Path file = Path.of("/").resolve(document).resolveSibling(parts[0]).normalize();
    Path inside = Path.of("/").relativize(file);
    targets.add(inside);
    Path page = Path.of("/").resolve(page(root, inside));
    Path here = Path.of("/").resolve(page(root, document)).getParent();
    return here.relativize(page) + (parts.length == 2 ? "#" + parts[1] : "");
  }

  /** The place of a repository file in the site. */
  static Path page(Path root, Path file) {
    String name = file.getFileName().toString();
    if (Files.isDirectory(root.resolve(file))) {
      return file.resolve("index.html");
    }
    if (name.equals(INDEX)) {
      return file.resolveSibling("index.html");
    }
    return name.endsWith(".md")
        ? file.resolveSibling(name.substring(0, name.length() - ".md".length()) + ".html")
        : file;
  }

  /** The document for a folder. */
  static Path indexOf(Path folder) {
    return folder.resolve(INDEX);
  }
}
