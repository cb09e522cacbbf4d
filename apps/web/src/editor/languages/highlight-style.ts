import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { tags } from '@lezer/highlight'

const style = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--syn-keyword)' },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--syn-key)' },
  { tag: [tags.string, tags.special(tags.string), tags.attributeValue], color: 'var(--syn-string)' },
  { tag: [tags.number], color: 'var(--syn-number)' },
  { tag: [tags.bool, tags.atom], color: 'var(--syn-boolean)' },
  { tag: tags.null, color: 'var(--syn-null)' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: 'var(--syn-function)' },
  { tag: [tags.typeName, tags.className], color: 'var(--syn-type)' },
  { tag: tags.tagName, color: 'var(--syn-tag)' },
  { tag: [tags.attributeName, tags.special(tags.variableName)], color: 'var(--syn-attribute)' },
  { tag: tags.regexp, color: 'var(--syn-regexp)' },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: 'var(--syn-comment)' },
  { tag: [tags.punctuation, tags.separator, tags.bracket, tags.operator], color: 'var(--syn-punctuation)' },
])

/** The tokens' colours for every language but JSON, which has its own. */
export const codeHighlighting: Extension = syntaxHighlighting(style)
