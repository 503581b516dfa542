/**
 * Which components and versions do the files of a repository name? One {@link
 * dev.faultlab.manifest.ManifestReader} per format; {@link dev.faultlab.manifest.ManifestChanges}
 * compares two commits.
 *
 * <p>The files are read as data. No build and no hook of the repository is executed, and what only
 * a build could tell is reported as not understood.
 */
package dev.faultlab.manifest;
