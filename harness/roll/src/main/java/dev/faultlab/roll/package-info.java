/**
 * The command roll: {@link dev.faultlab.roll.RollRun} upgrades a cluster node by node and holds
 * every mixed state, {@link dev.faultlab.roll.RollResult} compares its counts with those of the
 * same restarts without another version.
 */
package dev.faultlab.roll;
