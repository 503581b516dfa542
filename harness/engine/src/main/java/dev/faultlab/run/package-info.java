/** Takes one run through all rooms: plan, stacks, calibration, trials, facts, verdict. */
package dev.faultlab.run;
