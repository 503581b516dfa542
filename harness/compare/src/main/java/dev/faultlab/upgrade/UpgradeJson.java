package dev.faultlab.upgrade;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.faultlab.result.Completeness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** {@code result.json} of an upgrade: the record {@link UpgradeResult}. */
public final class UpgradeJson {
  private static final DefaultIndenter TWO_SPACES = new DefaultIndenter("  ", "\n");

  private final ObjectMapper mapper = new ObjectMapper().registerModule(new Jdk8Module());
  private final ObjectWriter writer =
      mapper.writer(
          new DefaultPrettyPrinter().withObjectIndenter(TWO_SPACES).withArrayIndenter(TWO_SPACES));

  /** The text of the file. */
  public String text(UpgradeResult result) {
    try {
      return writer.writeValueAsString(result) + "\n";
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("the result cannot be written as JSON", e);
    }
  }

  /** Reads a file. */
  public UpgradeResult read(Path file) throws IOException {
    UpgradeResult read = mapper.readValue(file.toFile(), UpgradeResult.class);
    Completeness.require(read);
    return read;
  }
}
