import { JsonTokenizer } from '@parley/model'

/**
 * Returns the text of a member's value in a JSON object, as written; of several with the name the last one, as
 * `JSON.parse` does. Empty if there is none. The text must be valid JSON.
 */
export function memberText(json: string, name: string): string {
  const tokenizer = new JsonTokenizer()
  tokenizer.write(json)
  tokenizer.finish()
  let found = ''
  let isWanted = false
  let from = 0
  for (let token = tokenizer.next(); token !== 'end' && token !== 'fault'; token = tokenizer.next()) {
    if (token === 'key' && tokenizer.depth === 1) isWanted = tokenizer.value() === name
    else if (token === 'colon' && tokenizer.depth === 1) from = tokenizer.to
    const isEnd = token === 'comma' ? tokenizer.depth === 1 : tokenizer.depth === 0
    if (isEnd && isWanted) {
      found = json.slice(from, tokenizer.from).trim()
      isWanted = false
    }
  }
  return found
}
