/** A diagnosis for people ({@link DiagnosisText}) and for programs ({@link DiagnosisJson}). */
package dev.faultlab.report.diagnosis;
