/** Pictures for documents, drawn from committed results and captures as SVG. */
package dev.faultlab.report.picture;
