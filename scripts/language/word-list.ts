/** A word that makes a sentence hard to read, and the plain ones to choose from. */
export interface HardWord {
  readonly pattern: RegExp
  readonly instead: string
}

/** Words that comments, docs and what users see do without (CONTRIBUTING.md, Code style). */
export const hardWords: readonly HardWord[] = [
  { pattern: /\bst(?:ands?|ood)\b(?! (?:for|still|out)\b)/i, instead: 'is, is in, is written' },
  {
    pattern: /\btold\b|\btell(?:s|ing)? (?:of|to|him|it|the user|users)\b/i,
    instead: 'notify, inform, say, report',
  },
  { pattern: /\banew\b/i, instead: 'again, a new …' },
  { pattern: /\bwhat (?:of|becomes of|came of)\b/i, instead: 'name the thing' },
  { pattern: /\blies (?:in|on|at|beside|behind|below|above|there)\b/i, instead: 'is in, is at' },
  { pattern: /\bas it comes\b|\bas they come\b/i, instead: 'unchanged, immediately' },
  { pattern: /\bso many\b(?! (?:that|as)\b)/i, instead: 'the number of, this many' },
  { pattern: /\bof this (?:computer|device|machine) alone\b/i, instead: 'on this computer only' },
]

/** The words of the list that a text uses, with their replacements. */
export function hardWordsIn(text: string): readonly { readonly word: string; readonly instead: string }[] {
  return hardWords.flatMap(({ pattern, instead }) => {
    const found = pattern.exec(text)
    return found === null ? [] : [{ word: found[0], instead }]
  })
}
