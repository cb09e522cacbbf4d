/** The longest docs that are formatted. */
const longestDocs = 200_000

/** Docs of the longest length that are costly to format or to draw, by what they are made of (attacks UI10). */
export const hostileMarkdown = hostileMarkdownOf(longestDocs)

/** Returns such docs of a length. */
export function hostileMarkdownOf(longest: number): Readonly<Record<string, string>> {
  const fill = (part: string) => part.repeat(Math.ceil(longest / part.length)).slice(0, longest)
  return {
    ...Object.fromEntries(
      ['-', '#', '[', '`', '*', '_', '>', '|', '<', '\\'].flatMap(character => [
        [`${character} alone`, fill(character)],
        [`${character} and spaces`, fill(`${character} `)],
        [`${character} on lines`, fill(`${character}\n`)],
      ]),
    ),
    'one line of dashes that is no rule': `${'-'.repeat(longest - 1)}x`,
    'a few dashes that are no rule': `# Hello\n\n${'-'.repeat(longest / 10)}x`,
    'a heading of spaces': `#${' '.repeat(longest / 2)}x${' '.repeat(longest / 2 - 3)}y`,
    'a heading that is closed often': `# ${' #'.repeat(longest / 2 - 2)}x`,
    fences: '```\n'.repeat(longest / 4 - 1_000),
    'fences of two kinds': '```\n~~~~\n'.repeat(Math.floor(longest / 9)),
    'flat lists': fill('- a\n'),
    'numbered lists': fill('1. a\n'),
    'a list item of many lines': `- a\n${'  b\n'.repeat(longest / 4 - 1_000)}`,
    'lists in lists': Array.from({ length: 600 }, (_, depth) => `${' '.repeat(depth)}- a\n`).join(''),
    'quotes in quotes': fill(`${'> '.repeat(500)}a\n\n`),
    'emphasis in emphasis': `${'*a '.repeat(longest / 6)}${' a*'.repeat(longest / 6)}`,
    'bold in bold': `${'**'.repeat(longest / 4 - 1)}a${'**'.repeat(longest / 4 - 1)}`,
    'words in bold': fill('**a** '),
    links: fill('[a](https://a.test) '),
    'links in links': `${'['.repeat(longest / 10)}a${'](https://a.test)'.repeat(longest / 20)}`,
    images: fill('![a](https://a.test/a.png) '),
    'bare addresses': fill('https://a.test/a '),
    references: fill('[a]: /b\n'),
    'a wide table': `${fill('|a').slice(0, longest / 2)}\n${fill('|-').slice(0, longest / 2 - 2)}`,
    'a long table': `|a|b|\n|-|-|\n${fill('|a|b|\n').slice(0, longest - 20)}`,
    paragraphs: fill('a\n\n'),
    'hard breaks': fill('a\\\n'),
    entities: fill('&amp;'),
    'one word': fill('ä'),
    emoji: fill('👩‍🚀'),
  }
}
