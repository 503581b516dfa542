/**
 * {@code ./faultlab class}: a lab as a lesson in which people predict before they see. A session's
 * state is its journal. The server shows each person the permitted part of it, and records their
 * actions.
 */
package dev.faultlab.classroom;
