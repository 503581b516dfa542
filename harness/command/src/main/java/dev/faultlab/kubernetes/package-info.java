/** A run on a cluster: an Indexed Job with a shard per pod, through the user's own kubectl. */
package dev.faultlab.kubernetes;
