package dev.faultlab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.faultlab.files.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultJsonTest {
  private final JsonSchema schema =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
          .getSchema(ResultJsonTest.class.getResourceAsStream("/schema/result.schema.json"));

  @TempDir Path folder;

  @Test
  void whatIsWrittenSatisfiesTheSchema() {
    assertThat(schema.validate(ResultJson.text(SampleRun.asExpected()), InputFormat.JSON))
        .isEmpty();
    assertThat(schema.validate(ResultJson.text(SampleRun.inconclusive()), InputFormat.JSON))
        .isEmpty();
  }

  @Test
  void theSchemaSeesAMissingAndAnUnknownField() {
    String text = ResultJson.text(SampleRun.asExpected());
    assertThat(schema.validate(text.replace("\"quick\"", "\"fast\""), InputFormat.JSON)).hasSize(2);
    assertThat(
            schema.validate(
                text.replace("\"state\" : \"PRESENT\"", "\"state\" : \"MAYBE\""), InputFormat.JSON))
        .isNotEmpty();
  }

  @Test
  void whatIsReadBackIsWhatWasWritten() throws IOException {
    Path file =
        Files.writeString(folder.resolve("result.json"), ResultJson.text(SampleRun.asExpected()));
    assertThat(ResultJson.read(file)).isEqualTo(SampleRun.asExpected());
  }

  @Test
  void fieldsKeepTheirOrder() {
    Golden.check("result.json", ResultJson.text(SampleRun.contradicted()));
  }

  @Test
  void refusesAnotherVersionByNumber() throws IOException {
    assertThatThrownBy(() -> ResultJson.read(ofSchema("1")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a result of schema 1; this faultlab reads 2: run the lab again")
        .hasMessageNotContaining("\n");
    assertThatThrownBy(() -> ResultJson.read(ofSchema("3")))
        .hasMessageEndingWith("a result of schema 3; this faultlab reads 2");
    assertThatThrownBy(() -> ResultJson.read(ofSchema("\"two\"")))
        .hasMessageContaining("a result of schema (none said)");
  }

  @Test
  void refusesATruncatedFileWithItsName() throws IOException {
    String text = ResultJson.text(SampleRun.asExpected());
    Path file = Files.writeString(folder.resolve("result.json"), text.substring(0, 3000));
    assertThatThrownBy(() -> ResultJson.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("result.json");
    Path empty = Files.writeString(folder.resolve("empty.json"), "");
    assertThatThrownBy(() -> ResultJson.read(empty)).hasMessageContaining("empty.json");
  }

  @Test
  void refusesAMissingField() throws IOException {
    Path file = Files.writeString(folder.resolve("result.json"), "{\"schema\": 2}");
    assertThatThrownBy(() -> ResultJson.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("result.json");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"title\" : \"[^\"]*\"              | \"title\" : null       | found nothing at /title",
        "\"runId\" : \"[^\"]*\",             | ''                     | found nothing at /runId",
        "\"quick\" : true,                  | ''                     | found nothing at /quick",
        "\"quick\" :                       | \"fast\" : 1, \"quick\" : | Unrecognized field \"fast\"",
        "\"median\" : [0-9.]+               | \"median\" : \"NaN\"   | not a finite number at /",
        "(?s)(\"high\" : [0-9.]+,\\s+)\"n\" : [0-9]+ | $1\"n\" : -1 | found n = -1 at /",
        "\"index\" : 1                      | \"index\" : -7         | found index -7 at /trials",
        "\"loadMillis\" : [0-9]+            | \"loadMillis\" : -5    | found -5 ms at /trials",
        "\"startedAt\" : \"[^\"]*\"          | \"startedAt\" : \"?\"  | found '?' at /startedAt",
        "(?s)\"reasons\" : \\[.*?\\]        | \"reasons\" : []       | found none at /verdict",
        "\"variant\" : \"[^\"]*\"            | \"variant\" : \"other\" | expected one of /points",
        "\"state\" : \"PRESENT\"            | \"state\" : \"ABSENT\"  | as its observations say",
        "\"PRESENT\" : 5                   | \"PRESENT\" : 4        | as its observations say",
        "(?s)(\"judgement.*?\"judgement\" : )\"AS_EXPECTED | $1\"INCONCLUSIVE | as its observations",
        "\"AS_EXPECTED\"                   | \"CONTRADICTED\"       | expected what the outcomes",
        "\"lab\" :                         | \"lab\" : \"other\", \"lab\" : | Duplicate field 'lab'",
        "\\}\\s*\\z                         | } {}                  | Trailing token",
      })
  void refusesWhatNoRunCanHaveFound(String part, String replacement, String message)
      throws IOException {
    String text = ResultJson.text(SampleRun.asExpected());
    String changed = text.replaceFirst(part, replacement);
    assertThat(changed).isNotEqualTo(text);
    Path file = Files.writeString(folder.resolve("result.json"), changed);
    assertThatThrownBy(() -> ResultJson.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageMatching("(?s).*result.json(:[0-9]+)?: is not a result: .*")
        .hasMessageContaining(message);
  }

  @Test
  void refusesMorePointsThanAnyLabHas() throws IOException {
    JsonNode tree = Json.MAPPER.readTree(ResultJson.text(SampleRun.asExpected()));
    ArrayNode points = (ArrayNode) tree.get("points");
    while (points.size() <= 10_000) {
      points.add(points.get(0));
    }
    Path file =
        Files.writeString(folder.resolve("result.json"), Json.MAPPER.writeValueAsString(tree));
    assertThatThrownBy(() -> ResultJson.read(file))
        .hasMessageContaining("found 10001 points at /points, expected 10000 at most");
  }

  private Path ofSchema(String version) throws IOException {
    String text = ResultJson.text(SampleRun.asExpected());
    return Files.writeString(
        folder.resolve("result.json"), text.replace("\"schema\" : 2", "\"schema\" : " + version));
  }
}
