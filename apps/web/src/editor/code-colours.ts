import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { type Tag, tags } from '@lezer/highlight'

/** The colour of each kind of word in code. */
export const codeStyles: readonly { readonly tag: Tag | readonly Tag[]; readonly color: string }[] = [
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--syn-key)' },
  { tag: [tags.string, tags.attributeValue, tags.special(tags.string)], color: 'var(--syn-string)' },
  { tag: [tags.number, tags.unit, tags.color], color: 'var(--syn-number)' },
  { tag: tags.bool, color: 'var(--syn-boolean)' },
  { tag: [tags.null, tags.atom], color: 'var(--syn-null)' },
  {
    tag: [tags.keyword, tags.modifier, tags.definitionKeyword, tags.controlKeyword],
    color: 'var(--syn-keyword)',
  },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName)],
    color: 'var(--syn-function)',
  },
  { tag: [tags.typeName, tags.className, tags.namespace], color: 'var(--syn-type)' },
  { tag: [tags.comment, tags.processingInstruction, tags.documentMeta], color: 'var(--syn-comment)' },
  { tag: tags.tagName, color: 'var(--syn-tag)' },
  { tag: tags.attributeName, color: 'var(--syn-attribute)' },
  { tag: [tags.regexp, tags.escape, tags.character], color: 'var(--syn-regexp)' },
  {
    tag: [tags.separator, tags.squareBracket, tags.brace, tags.punctuation, tags.angleBracket, tags.operator],
    color: 'var(--syn-punctuation)',
  },
]

/** The colours of code in every language. */
export const codeColours: Extension = syntaxHighlighting(HighlightStyle.define(codeStyles))
