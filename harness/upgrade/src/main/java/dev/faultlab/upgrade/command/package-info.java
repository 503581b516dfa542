/** The command upgrade: its options, the changes it reads, its run and its files. */
package dev.faultlab.upgrade.command;
