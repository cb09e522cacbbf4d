/** Returns a pattern that finds a text, ignoring case. */
export function textPattern(text: string, flags: 'giu' | 'iu'): RegExp {
  return new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), flags)
}
