import { StreamLanguage, type StreamParser } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { bracketFolds } from './bracket-folds.ts'

interface GraphQlState {
  isInBlockString: boolean
}

const keywords =
  /^(?:query|mutation|subscription|fragment|on|schema|extend|type|interface|union|enum|input|scalar|directive|implements|repeatable)$/

/** Colours GraphQL documents (GraphQL, October 2021, §2): names by their syntax alone, without a schema. */
const parser: StreamParser<GraphQlState> = {
  name: 'graphql',
  startState: () => ({ isInBlockString: false }),
  token(stream, state) {
    if (state.isInBlockString) {
      if (stream.match(/^(?:\\"""|(?!""").)*/) && stream.match('"""')) state.isInBlockString = false
      else stream.skipToEnd()
      return 'string'
    }
    if (stream.eatSpace()) return null
    if (stream.match('"""')) {
      state.isInBlockString = true
      return 'string'
    }
    if (stream.match(/^#.*/)) return 'comment'
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string'
    if (stream.match(/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/)) return 'number'
    if (stream.match(/^\$[A-Za-z_]\w*/)) return 'variableName.special'
    if (stream.match(/^@[A-Za-z_]\w*/)) return 'attributeName'
    const word = stream.match(/^[A-Za-z_]\w*/)
    if (word !== null && typeof word !== 'boolean') return wordStyle(word[0])
    stream.next()
    return 'punctuation'
  },
  languageData: { commentTokens: { line: '#' }, closeBrackets: { brackets: ['(', '[', '{', '"'] } },
}

function wordStyle(word: string): string | null {
  if (keywords.test(word)) return 'keyword'
  if (word === 'true' || word === 'false') return 'bool'
  if (word === 'null') return 'null'
  return /^[A-Z]/.test(word) ? 'typeName' : null
}

/** GraphQL as a language of the editors, with its folds. */
export const graphQl: Extension = [StreamLanguage.define(parser), bracketFolds]
