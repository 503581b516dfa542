/** What the commands of several modules share. */
package dev.faultlab.command;
