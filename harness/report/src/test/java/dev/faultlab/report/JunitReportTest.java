package dev.faultlab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.result.Golden;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.SampleRun;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class JunitReportTest {

  @Test
  void writesATestCasePerCellAndSignature() {
    Golden.check("junit-contradicted.xml", new JunitReport().render(SampleRun.contradicted()));
  }

  @Test
  void aTrialKeepsItsNumber() {
    assertThat(new JunitReport().render(SampleRun.withLaterTrials()))
        .contains("trial 11: PRESENT", "trial 15: PRESENT")
        .doesNotContain("trial 1:");
  }

  @Test
  void countsAgreeWithTheElements() throws Exception {
    for (RunResult run :
        new RunResult[] {
          SampleRun.asExpected(), SampleRun.contradicted(), SampleRun.inconclusive()
        }) {
      Element suite = parse(new JunitReport().render(run)).getDocumentElement();
      for (String[] pair :
          new String[][] {{"tests", "testcase"}, {"failures", "failure"}, {"errors", "error"}}) {
        assertThat(suite.getAttribute(pair[0]))
            .isEqualTo(String.valueOf(suite.getElementsByTagName(pair[1]).getLength()));
      }
    }
  }

  @Test
  void anInconclusiveRunIsAnErrorThoughEveryCellIsFine() throws Exception {
    Element suite = parse(new JunitReport().render(SampleRun.inconclusive())).getDocumentElement();
    assertThat(suite.getAttribute("errors")).isEqualTo("1");
    assertThat(suite.getAttribute("failures")).isEqualTo("0");
  }

  private static Document parse(String xml) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
  }
}
