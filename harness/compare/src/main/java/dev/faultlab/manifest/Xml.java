package dev.faultlab.manifest;

import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * An element of an XML file without its attributes. A file with a document type is rejected, so
 * that no entity is ever resolved.
 *
 * @param line where the element begins
 */
record Xml(String name, StringBuilder content, int line, List<Xml> children) {
  private static final int DEEPEST = 40;
  private static final int MOST = 100_000;

  /**
   * The root of a file.
   *
   * @throws UnreadableException when it is not XML, has a document type, or exceeds a limit
   */
  static Xml parse(String text) {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    factory.setXMLResolver(
        (publicId, systemId, base, namespace) -> {
          throw new XMLStreamException("an external entity");
        });
    try {
      XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(text));
      Xml top = new Xml("", new StringBuilder(), 0, new ArrayList<>());
      Deque<Xml> open = new ArrayDeque<>(List.of(top));
      int count = 0;
      while (reader.hasNext()) {
        switch (reader.next()) {
          case XMLStreamConstants.DTD ->
              throw new UnreadableException("has a document type (DOCTYPE), which is not read");
          case XMLStreamConstants.START_ELEMENT -> {
            int line = reader.getLocation().getLineNumber();
            Xml element =
                new Xml(reader.getLocalName(), new StringBuilder(), line, new ArrayList<>());
            open.element().children().add(element);
            open.push(element);
            if (open.size() > DEEPEST || ++count > MOST) {
              throw new UnreadableException("is nested too deep, or has too many elements");
            }
          }
          case XMLStreamConstants.CHARACTERS -> open.element().content().append(reader.getText());
          case XMLStreamConstants.END_ELEMENT -> open.pop();
          default -> {}
        }
      }
      return top.children().get(0);
    } catch (XMLStreamException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNumber();
      throw new UnreadableException("is not XML that faultlab reads, line " + line);
    }
  }

  String text() {
    return content.toString().strip();
  }

  /** The first child of each name in turn; empty if one is missing. */
  Optional<Xml> at(String... names) {
    Optional<Xml> element = Optional.of(this);
    for (String name : names) {
      element = element.flatMap(e -> e.all(name).stream().findFirst());
    }
    return element;
  }

  /** The children of a name. */
  List<Xml> all(String name) {
    return children.stream().filter(child -> child.name().equals(name)).toList();
  }
}
