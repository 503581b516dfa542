/**
 * Kernels that a service can be run on, and the file systems that guests are started from: both are
 * made once, in containers, and kept in the cache directory under the hash of what they were made
 * of.
 */
package dev.faultlab.kernel;
