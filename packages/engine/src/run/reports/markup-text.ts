import { harmlessText } from '@parley/model'

/**
 * Escapes text for XML and HTML, including attribute values. Characters that XML 1.0 does not allow become
 * visible.
 */
export function markupText(text: string): string {
  return (
    harmlessText(text.toWellFormed().replace(/[\ufffe\uffff]/g, '\ufffd'))
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;')
      // A pipeline's log would read commands in a printed report.
      .replace(/##(?=\w*\[)/g, '#&#35;')
  )
}

/** Escapes text for an attribute value, where XML would turn line breaks into spaces. */
export function attributeText(text: string): string {
  return markupText(text).replaceAll('\r', '').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
}
