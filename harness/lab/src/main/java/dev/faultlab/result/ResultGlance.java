package dev.faultlab.result;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.faultlab.verdict.Verdict;
import java.io.IOException;
import java.util.Map;

/**
 * A list's summary of a result, read without the rest of its file.
 *
 * @param schema as of {@link RunResult}
 * @param lab its lab
 * @param verdict of the run
 * @param trials how many it has
 * @param provenance machine and program
 */
public record ResultGlance(
    int schema,
    String lab,
    Verdict verdict,
    @JsonDeserialize(using = Count.class) int trials,
    Map<String, String> provenance) {

  static ResultGlance of(RunResult result) {
    return new ResultGlance(
        result.schema(),
        result.lab(),
        result.verdict(),
        result.trials().size(),
        result.provenance());
  }

  /** The number of elements of an array, which are skipped. */
  static final class Count extends JsonDeserializer<Integer> {
    @Override
    public Integer deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      if (!parser.isExpectedStartArrayToken()) {
        return (Integer) context.handleUnexpectedToken(Integer.class, parser);
      }
      int elements = 0;
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        parser.skipChildren();
        elements++;
      }
      return elements;
    }
  }
}
