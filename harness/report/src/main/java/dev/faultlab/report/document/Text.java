package dev.faultlab.report.document;

import dev.faultlab.report.document.Document.Tone;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Text within a block, as values: renderers escape it and choose how a style looks. */
public record Text(List<Span> spans) {
  public static final Text NONE = new Text(List.of());

  /** The style of a span. */
  public enum Style {
    PLAIN,
    STRONG,
    MUTED,
    SMALL,
    CODE,
    /** The name of a point: code that may break before its settings. */
    POINT,
    /** A line break, without words. */
    BREAK,
    /** A bar of a percentage; formats without pictures omit it. */
    FAULT_BAR,
    CONTROL_BAR,
    /** Labels of the two sides of a comparison, and of the counts that decided. */
    FAULT,
    CONTROL,
    DECIDES,
    /** The value that a chart shows, in words. */
    HEADLINE,
    /** A judgement, which looks as its tone. */
    BADGE
  }

  /**
   * A piece of text.
   *
   * @param tone of a badge; any other span is neutral
   * @param address of a link, percent-encoded; empty if it is not a link
   * @param hint shown on demand if the format can do that; may be empty
   */
  public record Span(Style style, Tone tone, String words, String address, String hint) {}

  public static Text of(String words) {
    return of(Style.PLAIN, words);
  }

  public static Text of(Style style, String words) {
    return NONE.and(style, words);
  }

  public static Text code(String words) {
    return of(Style.CODE, words);
  }

  public static Text strong(String words) {
    return of(Style.STRONG, words);
  }

  public static Text link(Style style, String words, String address) {
    return new Text(List.of(new Span(style, Tone.NEUTRAL, words, address, "")));
  }

  public static Text hint(Style style, String words, String hint) {
    return new Text(List.of(new Span(style, Tone.NEUTRAL, words, "", hint)));
  }

  /** A judgement. */
  public static Text badge(Tone tone, String words) {
    return new Text(List.of(new Span(Style.BADGE, tone, words, "", "")));
  }

  /** Texts below each other; empty ones are omitted. */
  public static Text lines(Text... texts) {
    return joined(of(Style.BREAK, ""), List.of(texts));
  }

  /** Texts after each other, with a separator. */
  public static Text joined(Text between, Collection<Text> texts) {
    List<Span> spans = new ArrayList<>();
    for (Text text : texts) {
      if (!spans.isEmpty() && !text.isEmpty()) {
        spans.addAll(between.spans);
      }
      spans.addAll(text.spans);
    }
    return new Text(List.copyOf(spans));
  }

  public Text and(String words) {
    return and(Style.PLAIN, words);
  }

  public Text and(Style style, String words) {
    return words.isEmpty() && style != Style.BREAK
        ? this
        : and(new Text(List.of(new Span(style, Tone.NEUTRAL, words, "", ""))));
  }

  public Text and(Text more) {
    List<Span> joined = new ArrayList<>(spans);
    joined.addAll(more.spans);
    return new Text(List.copyOf(joined));
  }

  public boolean isEmpty() {
    return spans.isEmpty();
  }

  /** Whether any part has one of these styles. */
  public boolean has(Style... styles) {
    return spans.stream().anyMatch(span -> List.of(styles).contains(span.style()));
  }

  /** The words alone. */
  public String words() {
    return spans.stream().map(Span::words).collect(Collectors.joining());
  }
}
