/** Files that a stranger may have prepared: reads stay inside a folder, writes follow no link. */
package dev.faultlab.files;
