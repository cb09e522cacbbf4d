import { foldService } from '@codemirror/language'

/** Strings and comments, whose brackets count for nothing; then the brackets. */
const tokens = /"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|#[^\n]*|[{}()[\]]/g

/** A line is not followed further by a fold that ends later. */
const longestFold = 50_000

/**
 * Returns what folds at the first line of a text: from behind the last bracket that the line leaves open to the one that
 * closes it. Null if there is none.
 */
export function bracketFold(
  text: string,
  lineLength: number,
): { readonly from: number; readonly to: number } | null {
  const open: number[] = []
  let found: { readonly from: number; readonly depth: number } | null = null
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (found === null && index >= lineLength) {
      const last = open.at(-1)
      if (last === undefined) return null
      found = { from: last + 1, depth: open.length }
    }
    if (token === '{' || token === '(' || token === '[') open.push(index)
    else if (token === '}' || token === ')' || token === ']') {
      open.pop()
      if (found !== null && open.length < found.depth) return { from: found.from, to: index }
    }
  }
  return null
}

/** Folds texts by their brackets, for languages without a syntax tree. */
export const bracketFolds = foldService.of((state, from, to) => {
  const fold = bracketFold(state.sliceDoc(from, from + longestFold), to - from)
  return fold && { from: from + fold.from, to: from + fold.to }
})
