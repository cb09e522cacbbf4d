import { harmlessText } from '@parley/model'

/** Text as it may stand in XML and HTML, in values of attributes too; what XML 1.0 has no place for is made visible. */
export function markupText(text: string): string {
  return (
    harmlessText(text.toWellFormed().replace(/[\ufffe\uffff]/g, '\ufffd'))
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;')
      // Where a report is printed in a pipeline, its log reads commands in it.
      .replace(/##(?=\w*\[)/g, '#&#35;')
  )
}

/** The same in a value of an attribute, where XML would make spaces of line breaks. */
export function attributeText(text: string): string {
  return markupText(text).replaceAll('\r', '').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
}
