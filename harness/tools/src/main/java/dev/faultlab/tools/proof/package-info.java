/** Programs of harness/scripts/proof/same-as. They also run with an older commit's classes. */
package dev.faultlab.tools.proof;
