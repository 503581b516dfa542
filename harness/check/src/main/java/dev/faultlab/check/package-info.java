/**
 * Checks of a service that belongs to the user: its {@code faultlab.yaml}, and what the counts of a
 * trial say. Nothing here touches Docker; {@link dev.faultlab.check.CheckFileReader} is the start.
 */
package dev.faultlab.check;
