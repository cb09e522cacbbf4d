/**
 * Splits a text into the words of each of its commands by the rules of POSIX shells, and `$'…'` of bash.
 * @returns null if the text has more than words: variables, pipes, redirections, patterns with braces
 */
export function shellWords(text: string): readonly (readonly string[])[] | null {
  const commands: string[][] = [[]]
  let rest = text
  while (rest !== '') {
    const blank = /^(?:[ \t]|\\\r?\n)+|^#[^\n]*/.exec(rest)
    const end = /^(?:\r?\n|;(?= |\n|$))/.exec(rest)
    if (blank !== null) rest = rest.slice(blank[0].length)
    else if (end !== null) {
      commands.push([])
      rest = rest.slice(end[0].length)
    } else {
      const word = readWord(rest)
      if (word === null) return null
      commands.at(-1)?.push(word.text)
      rest = word.rest
    }
  }
  return commands.filter(words => words.length > 0)
}

function readWord(from: string): { readonly text: string; readonly rest: string } | null {
  let [text, rest] = ['', from]
  for (;;) {
    const piece =
      /^(?:'([^']*)'|\$'((?:[^'\\]|\\.)*)'|"((?:[^"\\$`]|\\.)*)"|\\([^\n])|([^\s'"\\$`|&;<>(){}~]+)|([{}]))/s.exec(
        rest,
      )
    if (piece === null) break
    const [whole, single, ansi, double, escaped, plain, brace] = piece
    // Braces without a comma are text.
    if (brace === '{' && /^\{[^\s}]*(?:,|\.\.)[^\s}]*\}/.test(rest)) return null
    if (ansi !== undefined) text += ansiText(ansi)
    else if (double !== undefined) text += double.replace(/\\(["\\$`])/g, '$1').replace(/\\\r?\n/g, '')
    else text += single ?? escaped ?? plain ?? brace ?? ''
    rest = rest.slice(whole.length)
  }
  const isEnd = rest === '' || /^(?:\s|\\\r?\n|;)/.test(rest)
  return isEnd && rest.length < from.length ? { text, rest } : null
}

const named: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\u001b',
}

function ansiText(text: string): string {
  return text.replace(
    /\\(?:x([\da-f]{1,2})|u([\da-f]{1,4})|U([\da-f]{1,8})|([0-7]{1,3})|(.))/gis,
    (_, byte, short, long, octal, other) => {
      const code = byte ?? short ?? long
      if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16))
      return octal === undefined ? (named[other] ?? other) : String.fromCharCode(Number.parseInt(octal, 8))
    },
  )
}
