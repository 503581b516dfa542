package dev.faultlab.report.page;

import dev.faultlab.text.Escape;

/** Builds markup; everything that is not markup is escaped on its way in. */
final class Html {
  private final StringBuilder text = new StringBuilder();

  /** Markup of our own, as it is. */
  Html raw(String markup) {
    text.append(markup);
    return this;
  }

  /** Text from anywhere. */
  Html text(String any) {
    text.append(Escape.html(any));
    return this;
  }

  /** {@code <name attributes>text</name>}; attributes are markup of our own. */
  Html element(String name, String attributes, String any) {
    text.append('<').append(name).append(attributes.isEmpty() ? "" : " ").append(attributes);
    text.append('>').append(Escape.html(any)).append("</").append(name).append('>');
    return this;
  }

  Html element(String name, String any) {
    return element(name, "", any);
  }

  /** A link to a file of the run, relative to the page. */
  Html file(String path, String any) {
    return raw("<a href=\"" + Escape.html(dev.faultlab.report.Links.encoded(path)) + "\">")
        .text(any)
        .raw("</a>");
  }

  /** Begins a part of the page that can be folded away; {@code </details>} ends it. */
  Html fold(String id, String heading, boolean open) {
    raw("<details class=\"fold\" id=\"" + id + "\"" + (open ? " open" : "") + ">");
    return raw("<summary>").element("h2", heading).raw("</summary>");
  }

  /** The name of a point in code style, which may break before its settings. */
  Html name(String point) {
    return raw("<code>").raw(Escape.html(point).replace("@", "<wbr>@")).raw("</code>");
  }

  /** Says behind a fact's name that an answer turned on it. */
  Html decides(String words) {
    return raw(" ").element("span", "class=\"tag decides\"", words);
  }

  /** A name that can be the id of an element and the target of a link. */
  static String id(String any) {
    return any.replaceAll("[^A-Za-z0-9-]", "-");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
