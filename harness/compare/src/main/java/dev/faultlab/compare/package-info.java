/** What became of a signature, a metric or a fact between two sides. */
package dev.faultlab.compare;
