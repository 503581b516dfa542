/**
 * What a run found, as a value and as a file: {@code run} writes it; reports, comparisons and
 * everything else that speaks of a finished run read it, and nothing else is passed between them.
 */
package dev.faultlab.result;
