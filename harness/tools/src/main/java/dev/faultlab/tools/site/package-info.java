/**
 * A static site from what is committed: documents, pictures and the reports of reference results.
 */
package dev.faultlab.tools.site;
