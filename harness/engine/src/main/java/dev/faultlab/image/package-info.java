/**
 * Images: which roles containers play, and what fills each role on this machine. A role is declared
 * in {@code images/roles.yaml}; a built image is called {@code faultlab/<role>:<key>}, never by
 * another project's name.
 */
package dev.faultlab.image;
