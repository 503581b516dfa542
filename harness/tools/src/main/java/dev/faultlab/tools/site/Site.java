package dev.faultlab.tools.site;

import dev.faultlab.files.AtomicFile;
import dev.faultlab.report.Reports;
import dev.faultlab.result.Bundle;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunStore;
import dev.faultlab.result.StoredRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * The site: a page for every document that can be reached from README.md, the other files that they
 * link to, and the report of every reference result with its committed evidence.
 */
public final class Site {
  private static final Path HOME = Path.of("README.md");
  private static final Path REPORTS = Path.of("reports");
  private static final List<Extension> MARKDOWN =
      List.of(TablesExtension.create(), HeadingAnchorExtension.create());

  private final Path root;
  private final RunStore store;
  private final Page page;
  private final List<String> labs;
  private final SearchIndex index = new SearchIndex();

  /**
   * @param root of the repository
   * @param labs names of the labs, which have pages and reference results
   */
  public Site(Path root, List<String> labs) throws IOException {
    this.root = root;
    this.labs = List.copyOf(labs);
    this.store = new RunStore(root.resolve("results"));
    Map<String, Path> sections = new LinkedHashMap<>();
    sections.put("faultlab", Path.of("index.html"));
    if (Files.exists(root.resolve("docs/README.md"))) {
      sections.put("All pages", Path.of("docs/index.html"));
    }
    sections.put("Results", REPORTS.resolve("index.html"));
    this.page = new Page(sections);
  }

  /**
   * Writes the site.
   *
   * @param target folder; existing files stay, unless the site has a file of the same name
   * @return the pages, relative to it
   * @throws IOException when a link's target does not exist, or the folder cannot be written
   */
  public Set<Path> write(Path target) throws IOException {
    Set<Path> pages = new LinkedHashSet<>();
    Set<Path> met = new LinkedHashSet<>(Set.of(HOME));
    labs.forEach(lab -> met.add(Path.of("labs", lab, "README.md")));
    Deque<Path> open = new ArrayDeque<>(met);
    while (!open.isEmpty()) {
      Path next = open.remove();
      for (Path linked : one(next, target, pages)) {
        if (met.add(linked)) {
          open.add(linked);
        }
      }
    }
    pages.addAll(reports(target));
    write(target.resolve(Page.SEARCH), search());
    pages.add(Page.SEARCH);
    return pages;
  }

  /** Adds one file or folder to the site, and returns its links. */
  private Set<Path> one(Path file, Path target, Set<Path> pages) throws IOException {
    Path source = root.resolve(file);
    Path place = SiteLinks.page(root, file);
    if (Files.isDirectory(source)) {
      Path index = SiteLinks.indexOf(file);
      if (Files.isRegularFile(root.resolve(index))) {
        return Set.of(index);
      }
      Set<Path> children = children(file);
      pages.add(place);
      write(target.resolve(place), page.listing(file, place, children));
      return children;
    }
    if (!file.toString().endsWith(".md")) {
      copy(source, target.resolve(place));
      return Set.of();
    }
    SiteLinks links = new SiteLinks(root, file);
    String body =
        HtmlRenderer.builder()
            .extensions(MARKDOWN)
            .attributeProviderFactory(context -> links)
            .build()
            .render(Parser.builder().extensions(MARKDOWN).build().parse(Files.readString(source)));
    pages.add(place);
    index.add(place, body);
    write(target.resolve(place), page.of(place, body));
    return links.targets();
  }

  private String search() throws IOException {
    try (InputStream in = Site.class.getResourceAsStream("/site/search.js")) {
      String script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return page.of(Page.SEARCH, index.body(script), "; script-src 'unsafe-inline'");
    }
  }

  private Set<Path> children(Path folder) throws IOException {
    Set<Path> children = new LinkedHashSet<>();
    try (Stream<Path> files = Files.list(root.resolve(folder))) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        children.add(root.relativize(file));
      }
    }
    return children;
  }

  private Set<Path> reports(Path target) throws IOException {
    Map<Path, RunResult> reports = new LinkedHashMap<>();
    try (Stream<Path> files = Files.list(root.resolve("results").resolve(RunStore.REFERENCE))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".json")).sorted().toList()) {
        String name = file.getFileName().toString().replaceFirst("\\.json$", "");
        // Results of upgrades and benches are there as well; they have no report of a run.
        if (labs.stream().anyMatch(name::startsWith)) {
          StoredRun.Finished run = store.find(RunStore.REFERENCE + "/" + name);
          copy(file, target.resolve(REPORTS).resolve(name + ".json"));
          reports.put(report(name, run, target), run.result());
        }
      }
    }
    Path index = REPORTS.resolve("index.html");
    write(target.resolve(index), page.reports(index, reports));
    Set<Path> pages = new LinkedHashSet<>(reports.keySet());
    pages.add(index);
    return pages;
  }

  /** Writes the report of a result, and copies its committed evidence beside it. */
  private Path report(String name, StoredRun.Finished run, Path target) throws IOException {
    Optional<Bundle> bundle = run.bundle();
    if (bundle.isEmpty()) {
      Path place = REPORTS.resolve(name + ".html");
      Path nowhere = root.resolve("results/no-evidence");
      write(target.resolve(place), Reports.page(run.result(), nowhere, List.of(name + ".json")));
      return place;
    }
    Path folder = target.resolve(REPORTS).resolve(name);
    for (String file : bundle.get().files()) {
      copy(bundle.get().folder().resolve(file), folder.resolve(file));
    }
    Path place = REPORTS.resolve(name).resolve(Reports.PAGE);
    write(target.resolve(place), Reports.page(run.result(), folder, List.of()));
    return place;
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    AtomicFile.write(to, Files.readAllBytes(from));
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    AtomicFile.write(file, text);
  }
}
