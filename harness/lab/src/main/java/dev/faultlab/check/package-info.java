/**
 * Checks of a service that belongs to somebody else: its {@code faultlab.yaml}, and what the counts
 * of a trial say. Nothing here touches Docker; {@link dev.faultlab.check.CheckFileReader} is the
 * start.
 */
package dev.faultlab.check;
