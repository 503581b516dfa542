package dev.faultlab.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrivateTextTest {
  private final Workspace clone =
      new Workspace(Path.of("/srv/clone"), new CacheDir(Path.of("/var/kept/faultlab")));

  @ParameterizedTest
  @CsvSource({
    "at /srv/clone/labs, the path of this clone",
    "in /var/kept/faultlab/images, the path of the cache",
    "/home/kim/x.pem, a path in this user's home",
    "Authorization: s3cr3t-value, the value of the variable CI_TOKEN",
    "via http://kim:pw@proxy:3128, the value of the variable https_proxy",
    "-----BEGIN EC PRIVATE KEY-----, a private key"
  })
  void whatTellsOfThisMachineIsFound(String content, String what) {
    assertThat(in(content, "/home/kim")).contains(what);
  }

  @ParameterizedTest
  @CsvSource({
    "/srv/other /home/lee short /root/.cache, /home/kim",
    "a container's own home: /root/.cache, /root"
  })
  void otherTextIsNot(String content, String home) {
    assertThat(in(content, home)).isEmpty();
  }

  private Optional<String> in(String content, String home) {
    Map<String, String> environment =
        Map.of(
            "CI_TOKEN",
            "s3cr3t-value",
            "PIN_SECRET",
            "short",
            "https_proxy",
            "http://kim:pw@proxy:3128",
            "HTTP_PROXY",
            "http://proxy:3128");
    return PrivateText.of(clone, home, environment)
        .findIn(content.getBytes(StandardCharsets.UTF_8));
  }
}
