/**
 * Kernels that a service can run on, and the file systems that guests start from. Both are made
 * once, in containers, and kept in the cache directory under the hash of their inputs.
 */
package dev.faultlab.kernel;
