package dev.faultlab.tools.lint;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.faultlab.files.Json;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.RunForm;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Planner;
import dev.faultlab.signature.LabSignatures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples in the pages about lab.yaml: what they show can be written like that. */
class DeclarationExamplesTest {
  private static final Path DOCS = Path.of("../../docs/how-to");

  @ParameterizedTest
  @ValueSource(strings = {"declaration.md", "declaration-more.md", "../../CONTRIBUTING.md"})
  void everyExampleIsOfTheForm(String page) throws IOException {
    ObjectNode schema =
        (ObjectNode) Json.MAPPER.readTree(LabReader.class.getResourceAsStream(LabReader.SCHEMA));
    schema.remove("required"); // an example is a part of a declaration
    JsonSchema form =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(schema);
    List<String> examples = blocks(page, "yaml");
    assertThat(examples).isNotEmpty();
    for (String example : examples) {
      assertThat(form.validate(example, InputFormat.YAML)).as(example).isEmpty();
    }
  }

  @Test
  void theWholeLabOfThePageCanBePlanned(@TempDir Path labs) throws IOException {
    Path folder = Files.createDirectories(labs.resolve("tiny"));
    Path image = Files.createDirectories(folder.resolve("images/counter"));
    Files.writeString(folder.resolve("lab.yaml"), blocks("declaration.md", "yaml").get(0));
    Files.writeString(image.resolve("Dockerfile"), blocks("declaration.md", "dockerfile").get(0));

    Lab lab = new LabReader(List.of(labs)).read("tiny");
    assertThat(new LabSignatures(lab).problems()).isEmpty();
    assertThat(new Planner(lab).plan(new Choices(Map.of(), List.of(), RunForm.SHORT)).trials())
        .hasSize(2);
  }

  private static List<String> blocks(String page, String language) throws IOException {
    return Pattern.compile("(?ms)^ *```" + language + "\n(.*?)^ *```$")
        .matcher(Files.readString(DOCS.resolve(page)))
        .results()
        .map(found -> found.group(1).stripIndent())
        .toList();
  }
}
