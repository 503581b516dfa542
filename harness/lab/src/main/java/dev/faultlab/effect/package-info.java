/**
 * What a fault costs: medians, ratios and their intervals. An effect illustrates, it never decides.
 */
package dev.faultlab.effect;
