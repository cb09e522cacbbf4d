/** The number of characters that stay in sight at the end of a long name. */
const endLength = 6
/** A shorter name is cut at its end. */
const leastLength = 16

/** Parts a name of the tree, so that both its beginning and its end show where it is cut; names often differ in both. */
export function cutName(name: string): { readonly start: string; readonly end: string } {
  const cut = name.length - endLength
  // A character of two units is not parted, and text from right to left is not reordered.
  if (name.length < leastLength || ![...name].every(isLatin)) return { start: name, end: '' }
  return { start: name.slice(0, cut), end: name.slice(cut) }
}

const isLatin = (character: string) => character >= ' ' && character <= '\u024f'
