package dev.faultlab.cures.agent;

import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;

/** What is to be done to one method of a class of the JDK. */
public interface Change {

  /** Binary name of the class. */
  String className();

  /** The method; the class must have one of that name. */
  String method();

  /**
   * Whether somebody has read and tried this code of the method. Any other is not changed.
   *
   * @param fingerprint of the code, see {@link Fingerprint}
   */
  boolean knows(String fingerprint);

  /**
   * Makes the change.
   *
   * @param type as the class file has it
   * @param locator finds that class file, and those of the agent
   */
  DynamicType.Builder<?> apply(
      DynamicType.Builder<?> builder, TypeDescription type, ClassFileLocator locator);
}
