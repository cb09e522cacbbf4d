import { useEffect, useState } from 'react'
import type { CodePiece } from '../editor/coloured-code.ts'
import styles from './CodeBlock.module.css'

export interface CodeBlockProps {
  /** What the author of the text calls its language; undefined: not named. */
  readonly language: string | undefined
  readonly text: string
  /** Whether it continues the block of the piece before, and continues in the next one. */
  readonly isContinued?: boolean | undefined
  readonly continues?: boolean | undefined
  /** Whether its lines have numbers, which are no part of the text. */
  readonly isNumbered?: boolean
}

/** Code in a text of others. It has the colours of its language, once they are loaded, and scrolls instead of wrapping. */
export function CodeBlock({ language, text, isContinued, continues, isNumbered = false }: CodeBlockProps) {
  const coloured = useColoured(language, text)
  const rest = text.slice(coloured.reduce((length, piece) => length + piece.text.length, 0))
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the arrow keys.
      tabIndex={0}
      className={isNumbered ? styles.numbered : undefined}
      data-continued={isContinued}
      data-continues={continues}
    >
      {isNumbered && <span className={styles.numbers} data-numbers={lineNumbers(text)} aria-hidden="true" />}
      <code>
        {coloured.map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its position alone.
          <span key={index} style={piece.colour === null ? undefined : { color: piece.colour }}>
            {piece.text}
          </span>
        ))}
        {rest}
      </code>
    </pre>
  )
}

/** Returns the number of each line, on lines of their own. */
function lineNumbers(text: string): string {
  return text
    .split('\n')
    .map((_, index) => index + 1)
    .join('\n')
}

/** Returns the beginning of a text in colours: all of it, unless it has grown since; nothing while they are not known. */
function useColoured(language: string | undefined, text: string): readonly CodePiece[] {
  const [ended, setEnded] = useState<{ readonly text: string; readonly pieces: readonly CodePiece[] } | null>(
    null,
  )
  useEffect(() => {
    if (language === undefined) return
    let isWanted = true
    void import('../editor/coloured-code.ts')
      .then(({ colouredCode }) => colouredCode(text, language))
      // Code can be read without colours.
      .catch(() => [])
      .then(pieces => {
        if (isWanted) setEnded({ text, pieces })
      })
    return () => {
      isWanted = false
    }
  }, [language, text])
  return ended !== null && text.startsWith(ended.text) ? ended.pieces : []
}
