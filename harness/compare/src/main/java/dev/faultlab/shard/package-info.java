/**
 * One run on several machines: which points stay together, which machine takes which, and how the
 * parts become one result.
 */
package dev.faultlab.shard;
