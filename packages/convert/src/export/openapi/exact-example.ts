import { JsonTokenizer, readJsonValue } from '@parley/model'
import { exactNumber, type JsonValue } from '../../import/json-value.ts'

/**
 * Returns JSON as a value that `JSON.stringify` writes with the digits of its numbers as typed. Returns the text itself if it is not
 * JSON, for example because of a bare `{{name}}`, or if a value cannot repeat it: keys that are there twice, or numbers as keys,
 * which JavaScript sorts.
 */
export function exactExample(text: string): JsonValue {
  const parsed = readJsonValue(text, { allowsByteOrderMark: true, numberOf: exactNumber })
  return parsed.ok && JSON.stringify(parsed.value) === compactJson(text) ? parsed.value : text
}

/** Returns valid JSON without white space, its strings as `JSON.stringify` writes them. */
function compactJson(text: string): string {
  const tokenizer = new JsonTokenizer({ allowsByteOrderMark: true })
  tokenizer.write(text)
  tokenizer.finish()
  let compact = ''
  for (let token = tokenizer.next(); token !== 'end'; token = tokenizer.next())
    compact += token === 'key' || token === 'string' ? JSON.stringify(tokenizer.value()) : tokenizer.text()
  return compact
}
