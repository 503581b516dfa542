/** The pages of an upgrade and of a comparison of two runs. */
package dev.faultlab.upgrade.page;
