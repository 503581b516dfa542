/**
 * Reads commits of a repository that others wrote: {@link dev.faultlab.git.GitRepository}. Git is
 * asked for objects only; no hook, filter, pager or transport is started.
 */
package dev.faultlab.git;
