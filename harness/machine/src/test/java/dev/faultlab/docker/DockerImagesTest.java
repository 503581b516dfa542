package dev.faultlab.docker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DockerImagesTest {

  @Test
  void aStageEndsWhereTheNextOneBegins() {
    String output =
        """
        Sending build context to Docker daemon  3.07kB
        Step 1/6 : ARG GO
        Step 2/6 : FROM ${GO} AS build
         ---> b396df53b34c
        Step 3/6 : RUN go build
         ---> Running in e814ed628a83
        Removing intermediate container e814ed628a83
         ---> 57a167527bf2
        Step 4/6 : FROM scratch
         ---> \s
        Step 5/6 : COPY --from=build /k6 /k6
         ---> 67b35f6a06ad
        Successfully built 67b35f6a06ad
        """;
    assertThat(DockerImages.stages(output)).containsExactly("57a167527bf2");
  }

  @Test
  void aBuildOfOneStageLeavesNothing() {
    assertThat(DockerImages.stages("Step 1/2 : FROM x\n ---> b396df53b34c\nStep 2/2 : RUN y\n"))
        .isEmpty();
  }
}
