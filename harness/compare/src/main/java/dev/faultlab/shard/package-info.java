/**
 * One run on several machines: which points must stay together, which machine takes which, and how
 * what they have measured becomes one result.
 */
package dev.faultlab.shard;
