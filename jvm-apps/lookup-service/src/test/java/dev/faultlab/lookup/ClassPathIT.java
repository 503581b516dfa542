package dev.faultlab.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/**
 * The class path that the packaged program starts with. JDK 18 and later take whatever registers
 * itself there as their resolver (JEP 418), and the lab is about the JDK's own.
 */
class ClassPathIT {
  private static final String PROVIDER =
      "META-INF/services/java.net.spi.InetAddressResolverProvider";

  private static final File JAR = new File(System.getProperty("lookup-service.jar"));

  @Test
  void nothingOnItRegistersAResolver() throws IOException {
    List<File> jars = classPath();

    assertThat(jars).hasSizeGreaterThan(10);
    for (File jar : jars) {
      assertThat(has(jar, PROVIDER)).as("%s has %s", jar, PROVIDER).isFalse();
    }
    assertThat(has(JAR, "org/xbill/DNS/Resolver.class")).isTrue();
  }

  @Test
  void whatIsPutInFrontOfItDoes() throws IOException {
    Path provider = JAR.toPath().resolveSibling("resolver-provider").resolve("dnsjava.jar");

    assertThat(has(provider.toFile(), PROVIDER)).isTrue();
  }

  /** The program's own jar, and what its manifest names and is there. */
  private static List<File> classPath() throws IOException {
    List<File> jars = new ArrayList<>(List.of(JAR));
    try (JarFile jar = new JarFile(JAR)) {
      String named = jar.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      for (String name : named.split(" ")) {
        File file = new File(JAR.getParentFile(), name);
        if (file.exists()) {
          jars.add(file);
        }
      }
    }
    return jars;
  }

  private static boolean has(File file, String entry) throws IOException {
    try (JarFile jar = new JarFile(file)) {
      return jar.getEntry(entry) != null;
    }
  }
}
