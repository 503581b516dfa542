/** Many threads decode at once, and it is counted who waits for a jar of the class path. */
package dev.faultlab.charset.crowd;
