package dev.faultlab.cures.agent;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.ByteBuddy;

/** Puts changes into a JVM that is known, all of them or none. */
public final class Installation {
  private final Instrumentation instrumentation;
  private final Outcome outcome;

  Installation(Instrumentation instrumentation, Outcome outcome) {
    this.instrumentation = instrumentation;
    this.outcome = outcome;
  }

  /**
   * Makes the changes.
   *
   * @throws Refusal where this is not a JDK that the agent knows; the JVM is then as it was
   */
  public void install(Change... changes) {
    Jdk.requireKnown(Jdk.feature());
    // The newest JDKs that are known may be newer than this Byte Buddy. The name of the property is
    // that of the (relocated) package.
    System.setProperty(ByteBuddy.class.getPackage().getName() + ".experimental", "true");
    List<Rewriting> made = new ArrayList<>();
    try {
      for (Change change : changes) {
        Rewriting rewriting = new Rewriting(change, outcome);
        made.add(rewriting);
        instrumentation.addTransformer(rewriting, true);
        // Loaded, not initialised: that is for the program to do, with the settings that it has
        // made.
        instrumentation.retransformClasses(Class.forName(change.className(), false, null));
        rewriting.requireApplied();
      }
    } catch (Refusal e) {
      takeBack(made, changes);
      throw e;
    } catch (Throwable e) {
      takeBack(made, changes);
      throw new Refusal("this JDK is not as expected: " + e, e);
    }
  }

  private void takeBack(List<Rewriting> made, Change... changes) {
    made.forEach(instrumentation::removeTransformer);
    for (int i = 0; i < made.size(); i++) {
      try {
        instrumentation.retransformClasses(Class.forName(changes[i].className(), false, null));
      } catch (Exception | LinkageError e) {
        // What cannot be changed has not been changed.
      }
    }
  }
}
