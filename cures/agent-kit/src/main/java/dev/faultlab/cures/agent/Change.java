package dev.faultlab.cures.agent;

import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;

/** What is to be done to one class of the JDK. */
public interface Change {

  /** Binary name of the class. */
  String className();

  /**
   * Makes the change.
   *
   * @param type as the class file has it
   * @param locator finds that class file, and those of the agent
   * @throws Refusal where the class is not as it is expected to be
   */
  DynamicType.Builder<?> apply(
      DynamicType.Builder<?> builder, TypeDescription type, ClassFileLocator locator);
}
