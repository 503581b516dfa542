package dev.faultlab.cures.strong;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.cures.agent.Refusal;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nobody's choice is replaced, made before the agent began or later. */
class StrongTest {
  private static final String ALGORITHMS = "securerandom.strongAlgorithms";

  private final String before = Security.getProperty(ALGORITHMS);

  @AfterEach
  void off() {
    Strong.enable(false);
    Security.setProperty(ALGORITHMS, before);
  }

  @Test
  void givesAGeneratorWhileItIsOn() {
    on();
    assertThat(Strong.instance().getAlgorithm()).isEqualTo("DRBG");
    Strong.enable(false);
    assertThat(Strong.instance()).isNull();
  }

  @Test
  void refusesWhereAnotherGeneratorIsChosen() {
    Security.setProperty(ALGORITHMS, "DRBG:SUN");
    assertThatThrownBy(Choice::made)
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("DRBG of SUN");
  }

  /** A hardware module whose provider the program has yet to insert, or one that it may insert. */
  @ParameterizedTest
  @ValueSource(strings = {"Pkcs11:Module,NativePRNGBlocking:SUN", "NativePRNGBlocking"})
  void refusesWhereAnotherGeneratorCouldTurnUp(String algorithms) {
    Security.setProperty(ALGORITHMS, algorithms);
    assertThatThrownBy(Choice::made)
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("'" + algorithms + "'");
  }

  @Test
  void whatTheProgramChoosesLaterIsForTheJdkToGive() {
    on();
    Security.setProperty(ALGORITHMS, "Pkcs11:Module," + before);
    assertThat(Strong.instance()).isNull();
    Security.setProperty(ALGORITHMS, before);
    assertThat(Strong.instance()).isNotNull();
  }

  @Test
  void withoutTheProviderItIsForTheJdkToSayWhatThereIs() {
    on();
    Provider sun = Security.getProvider("SUN");
    int position = Arrays.asList(Security.getProviders()).indexOf(sun) + 1;
    Security.removeProvider("SUN");
    SecureRandom given;
    try {
      given = Strong.instance();
    } finally {
      Security.insertProviderAt(sun, position);
    }
    assertThat(given).isNull();
    assertThat(Strong.instance()).isNotNull();
  }

  /** The first generator is the agent's own; then there is none for the program. */
  @Test
  void whatCannotBeMadeIsForTheJdkToGive() {
    Iterator<SecureRandom> drbgs = List.of(new SecureRandom()).iterator();
    Generators once =
        new Generators(
            () -> {
              if (!drbgs.hasNext()) {
                throw new Refusal("this JDK has no DRBG");
              }
              return drbgs.next();
            },
            byte[]::new,
            byte[]::new);
    Strong.set(Choice.made(), once);
    Strong.enable(true);
    assertThat(Strong.instance()).isNull();
  }

  private static void on() {
    Choice choice = Choice.made();
    Strong.set(choice, Generators.seeded(choice::seed));
    Strong.enable(true);
  }
}
