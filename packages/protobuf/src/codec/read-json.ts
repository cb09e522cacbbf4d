import { failed, type JsonNode, type JsonTree, ok, type Result, readJsonTree } from '@parley/model'

/** As deep as messages may be on the wire. A list and its items are two. */
const deepest = 300

/** Reads a message as JSON. Fails with what is wrong, in a sentence, at the place of the first error. */
export function readJson(text: string): Result<JsonNode, { readonly at: number; readonly message: string }> {
  const tree = readJsonTree(text, { deepest })
  const { root, fault } = tree
  if (root !== null && fault === null) return ok(root)
  return failed({ at: fault?.tokenAt ?? 0, message: sentenceOf(tree, text) })
}

/** Reads JSON texts that follow each other, and fails like {@link readJson}. */
export function readJsonTexts(
  text: string,
): Result<readonly string[], { readonly at: number; readonly message: string }> {
  const texts: string[] = []
  for (let from = 0; text.slice(from).trim() !== ''; ) {
    const rest = text.slice(from)
    const tree = readJsonTree(rest, { deepest })
    const { root, fault } = tree
    if (root === null || (fault !== null && fault.expected !== 'end'))
      return failed({ at: from + (fault?.tokenAt ?? 0), message: sentenceOf(tree, rest) })
    texts.push(rest.slice(root.from, root.to))
    from += root.to
  }
  return ok(texts)
}

function sentenceOf({ fault, open }: JsonTree, text: string): string {
  if (fault === null || fault.isTooDeep) return `The text is nested more than ${deepest} deep.`
  if (fault.within === 'string' || fault.within === 'key')
    return (text.charCodeAt(fault.at) || 0) < 0x20
      ? 'The string is not closed on its line.'
      : 'The string has an escape that JSON does not know.'
  switch (fault.expected) {
    case 'key':
    case 'keyOrClose':
      return 'A string in double quotes is expected here.'
    case 'value':
    case 'valueOrClose':
      return 'A value is expected here.'
    case 'colon':
      return 'A colon is expected here.'
    case 'commaOrClose':
      return `A comma or ${open.at(-1)?.node.kind === 'array' ? ']' : '}'} is expected here.`
    case 'end':
      return 'There is more text after the message.'
  }
}
