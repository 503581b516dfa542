/**
 * Text that others wrote, made harmless for the format it goes into. Depends on no other package.
 */
package dev.faultlab.text;
