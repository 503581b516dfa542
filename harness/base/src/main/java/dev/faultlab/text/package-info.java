/** Text that others wrote, made harmless for the format it goes into. Depends on nothing. */
package dev.faultlab.text;
