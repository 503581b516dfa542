/** The program {@code ./faultlab}: one class per subcommand, exit statuses, messages. */
package dev.faultlab.cli;
