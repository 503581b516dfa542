package dev.faultlab.manifest;

import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
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
  private Xml(String name, int line) {
    this(name, new StringBuilder(), line, new ArrayList<>());
  }

  /**
   * The root of a file.
   *
   * @throws UnreadableException when it is not XML, or has a document type
   */
  static Xml parse(String text) {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    try {
      XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(text));
      Xml top = new Xml("", 0);
      Deque<Xml> open = new ArrayDeque<>(List.of(top));
      while (reader.hasNext()) {
        switch (reader.next()) {
          case XMLStreamConstants.DTD ->
              throw new UnreadableException("has a document type (DOCTYPE), which is not read");
          case XMLStreamConstants.START_ELEMENT -> {
            Xml element = new Xml(reader.getLocalName(), reader.getLocation().getLineNumber());
            open.element().children().add(element);
            open.push(element);
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

  /** The text of the first child of a name; empty if there is none. */
  String text(String child) {
    return first(child).map(Xml::text).orElse("");
  }

  /** The first element at the end of these names; empty if there is none. */
  Optional<Xml> first(String... names) {
    return elements(names).stream().findFirst();
  }

  /** The elements at the end of these names: children, their children, and so on. */
  List<Xml> elements(String... names) {
    Stream<Xml> elements = Stream.of(this);
    for (String name : names) {
      elements = elements.flatMap(e -> e.children.stream().filter(c -> c.name().equals(name)));
    }
    return elements.toList();
  }
}
