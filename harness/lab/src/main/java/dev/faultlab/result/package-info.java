/**
 * What a run found, as a value and as a file. Package {@code run} writes it; reports, comparisons
 * and everything else about finished runs read only this.
 */
package dev.faultlab.result;
