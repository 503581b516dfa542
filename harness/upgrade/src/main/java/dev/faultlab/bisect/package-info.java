/**
 * Which release brought a fault, or fixed it: a search over the versions of an axis, one run per
 * version. {@link dev.faultlab.bisect.Search} decides where to look next and knows nothing of labs.
 */
package dev.faultlab.bisect;
