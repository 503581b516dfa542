/** Tools that are not shipped: they check and write what is committed, and measure. */
package dev.faultlab.tools;
