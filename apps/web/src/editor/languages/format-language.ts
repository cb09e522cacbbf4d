import { StreamLanguage, type StringStream } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import type { BodyFormat } from '@parley/server/contract'
import { codeColours } from '../code-colours.ts'

/**
 * Returns the colours of a format, loaded when first needed.
 * @param isPart whether the text is part of a longer one, whose beginning a full grammar would treat as an
 * error
 */
export async function formatLanguage(format: BodyFormat, isPart: boolean): Promise<Extension> {
  const language = await loadLanguage(format, isPart)
  return [language, codeColours]
}

async function loadLanguage(format: BodyFormat, isPart: boolean): Promise<Extension> {
  switch (format) {
    case 'json':
      return isPart ? jsonParts : (await import('@codemirror/lang-json')).json()
    case 'xml':
      return (await import('@codemirror/lang-xml')).xml({ autoCloseTags: false })
    case 'html':
      return (await import('@codemirror/lang-html')).html({ autoCloseTags: false })
    case 'javascript':
      return (await import('@codemirror/lang-javascript')).javascript({ jsx: true, typescript: true })
    case 'css':
      return (await import('@codemirror/lang-css')).css()
    case 'yaml':
      return (await import('@codemirror/lang-yaml')).yaml()
    case 'text':
      return []
  }
}

/** JSON by tokens: the character after a string shows whether it is a key. */
const jsonParts = StreamLanguage.define<null>({
  startState: () => null,
  copyState: () => null,
  token(stream: StringStream) {
    if (stream.eatSpace()) return null
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return stream.match(/^\s*:/, false) ? 'propertyName' : 'string'
    if (stream.match(/^-?\d[\d.eE+-]*/)) return 'number'
    if (stream.match(/^(true|false)\b/)) return 'bool'
    if (stream.match(/^null\b/)) return 'null'
    stream.next()
    return 'punctuation'
  },
})
