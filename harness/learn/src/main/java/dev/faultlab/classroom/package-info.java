/**
 * {@code ./faultlab class}: a lab as a lesson in which people predict before they see. A session is
 * what its journal says; the server shows it, to each the part that he may see, and writes down
 * what people do.
 */
package dev.faultlab.classroom;
