/** Components and versions in software bills of materials: CycloneDX and SPDX as JSON. */
package dev.faultlab.sbom;
