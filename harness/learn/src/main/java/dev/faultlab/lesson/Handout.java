package dev.faultlab.lesson;

import dev.faultlab.lesson.AnswerForm.Kind;
import dev.faultlab.lesson.AnswerForm.Measure;
import dev.faultlab.lesson.AnswerForm.Scale;
import dev.faultlab.lesson.MeasuredAnswer.Interval;
import dev.faultlab.result.RunStore;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A lesson on paper, as Markdown: a sheet with the incident and the questions that a run will
 * answer, one with the questions of the transfer, or all of them with the answers of the committed
 * results and the explanations.
 */
public record Handout(Lesson lesson, LessonTexts texts) {
  private static final MathContext DIGITS = new MathContext(3);

  /** The incident and the questions before the run, with room for answers. */
  public String questions() {
    return sheet(texts.get(LessonTexts.INCIDENT), Stage.PREDICT);
  }

  /**
   * The questions of the transfer, with room for answers. They may give earlier answers away, so
   * they are on a separate sheet.
   */
  public String transfer() {
    return sheet("To be handed out after the reveal.", Stage.TRANSFER);
  }

  private String sheet(String first, Stage stage) {
    List<String> blocks = head(first);
    add(stage, this::questionBlocks, blocks);
    return page(blocks);
  }

  /**
   * All questions with the committed results' answers and the explanations.
   *
   * @param committed results of {@link Lesson#results}, by name
   */
  public String answers(Map<String, ResultAnswers> committed) {
    List<String> blocks = head(texts.get(LessonTexts.INCIDENT));
    for (Stage stage : List.of(Stage.PREDICT, Stage.TRANSFER)) {
      add(stage, question -> answerBlocks(question, committed.get(question.result())), blocks);
    }
    blocks.add(texts.get(LessonTexts.MONDAY));
    return page(blocks);
  }

  private List<String> head(String first) {
    String title = "# " + texts.get(LessonTexts.TITLE);
    return new ArrayList<>(List.of(title, "`" + lesson.lab() + "`, " + texts.language(), first));
  }

  private static String page(List<String> blocks) {
    return String.join("\n\n", blocks) + "\n";
  }

  /** A question has the same number on every sheet. */
  private void add(Stage stage, Function<Question, List<String>> print, List<String> blocks) {
    String name = stage.name().charAt(0) + Stage.word(stage).substring(1);
    blocks.add("## %s, %s min".formatted(name, lesson.minutes().get(stage)));
    for (Question question : lesson.at(stage)) {
      blocks.add("### %d. `%s`".formatted(lesson.questions().indexOf(question) + 1, question.id()));
      blocks.add(texts.ask(question));
      question.form().measure().map(Handout::tolerance).ifPresent(blocks::add);
      blocks.addAll(print.apply(question));
    }
  }

  private static String tolerance(Measure measure) {
    String far = number(measure.right());
    boolean log = measure.scale() == Scale.LOG;
    String within = log ? "a factor of " + far : (far + " " + unit(measure.unit())).strip();
    return "Right means within " + within + " of the measured interval.";
  }

  private List<String> questionBlocks(Question question) {
    String confidence = "____ %";
    AnswerForm form = question.form();
    String unit = form.measure().map(measure -> unit(measure.unit())).orElse("");
    if (form.kind() == Kind.NUMBER) {
      return List.of("________ " + unit + "    " + confidence);
    }
    if (form.kind() == Kind.CURVE) {
      return List.of(
          form.at().stream()
              .map(step -> "%s %s: ________ %s%n".formatted(form.axis().orElseThrow(), step, unit))
              .collect(Collectors.joining("", "", confidence)));
    }
    String mark = form.kind() == Kind.ORDER ? "[__]" : "[ ]";
    return List.of(
        question.shown().stream()
            .map(option -> "- " + mark + " " + texts.option(question, option))
            .collect(Collectors.joining("\n")),
        confidence);
  }

  private List<String> answerBlocks(Question question, ResultAnswers answers) {
    MeasuredAnswer measured = answers.to(question);
    String missing = "this result lacks a figure of question '" + question.id() + "'";
    List<String> filledTexts =
        answers
            .fillIn(question, texts.explanation(question))
            .map(ExplanationFigures.FilledTexts::texts)
            .orElseThrow(() -> new IllegalArgumentException(missing));
    List<String> blocks = new ArrayList<>();
    String source = source(question, measured, answers.result().runId());
    blocks.add("**" + words(question, measured) + "**" + source);
    if (question.isChoice()) {
      List<String> options = question.options();
      for (int i = 0; i < options.size(); i++) {
        blocks.add("- " + texts.option(question, options.get(i)) + " " + filledTexts.get(i + 1));
      }
    }
    blocks.add(filledTexts.get(0));
    if (!question.links().isEmpty()) {
      blocks.add(String.join(", ", question.links()));
    }
    return blocks;
  }

  /** An answer with its unit and its interval. */
  public String words(Question question, MeasuredAnswer measured) {
    if (!(measured instanceof MeasuredAnswer.Found found)) {
      return ((MeasuredAnswer.CannotTell) measured).reason();
    }
    AnswerForm form = question.form();
    if (form.kind() == Kind.CHOICE) {
      return texts.option(question, found.items().get(0));
    }
    String unit = form.measure().map(Measure::unit).or(form::unit).orElse("");
    return IntStream.range(0, found.values().size())
        .mapToObj(i -> label(question, found.items().get(i)) + range(found.values().get(i), unit))
        .collect(Collectors.joining("; "));
  }

  private String label(Question question, String item) {
    String name = question.kind() == Kind.ORDER ? texts.option(question, item) : item;
    return name.isEmpty() ? "" : name + ": ";
  }

  /** Where it was measured; nothing if it follows from a rule. */
  private static String source(Question question, MeasuredAnswer measured, String run) {
    if (measured.places().isEmpty()) {
      return "";
    }
    boolean isSingle = measured instanceof MeasuredAnswer.Found found && found.items().size() == 1;
    String place =
        measured.places().stream()
            .filter(p -> isSingle && !p.file().isEmpty())
            .findFirst()
            .map(p -> ", " + p.file() + ", " + p.place())
            .orElse("");
    return " (%s/%s, %s%s)".formatted(RunStore.REFERENCE, question.result(), run, place);
  }

  private static String range(Interval interval, String unit) {
    String plural = (number(interval.value()) + " " + unit(unit)).strip();
    String value = plural.replaceFirst("^(1 \\w+)ies$", "$1y").replaceFirst("^(1 \\w\\w+)s$", "$1");
    String low = number(interval.low());
    return interval.low() == interval.high()
        ? value
        : "%s [%s, %s], n = %d".formatted(value, low, number(interval.high()), interval.n());
  }

  /** Whole numbers unchanged, others with three digits. */
  public static String number(double value) {
    return value == Math.rint(value)
        ? BigDecimal.valueOf(value).setScale(0).toPlainString()
        : new BigDecimal(value).round(DIGITS).toPlainString();
  }

  private static String unit(String unit) {
    return unit.equals("1") ? "" : unit;
  }
}
