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
 * What a list says of a result, read past everything else that is in its file.
 *
 * @param schema as of {@link RunResult}
 * @param lab its lab
 * @param verdict how it ended
 * @param trials how many it has
 * @param provenance what it was measured on
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

  /** Elements of an array, none of which is looked into. */
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
