import { expect, test } from 'vitest'
import { hostileMarkdownOf } from './hostile-markdown.testkit.ts'
import type { MarkdownElement, MarkdownNode } from './markdown-node.ts'
import { readMarkdown } from './read-markdown.ts'

/** Returns the pieces of a text, each with its nodes. */
export const piecesOf = (text: string): MarkdownNode[][] => readMarkdown(text).map(piece => JSON.parse(piece))

/** Levels without end: their formatting fails, and the page shows the text as it is. */
export const tooDeep = ['> alone', '> and spaces']

/** Tests costly texts of this length. */
export function testHostileMarkdown(longest: number): void {
  test.each(Object.entries(hostileMarkdownOf(longest)).filter(([name]) => !tooDeep.includes(name)))(
    '%s is formatted in pieces that are each rendered at once, without losing a letter (UI10)',
    (_, text) => {
      const pieces = piecesOf(text)
      for (const piece of pieces) {
        const { elements, characters, depth } = sizeOf(piece)
        const isTable = elementsOf(piece).some(({ tag }) => tag === 'table')
        // The elements that go on from the piece before come on top.
        expect(elements).toBeLessThanOrEqual((isTable ? 400 : 60) + 32)
        expect(characters).toBeLessThanOrEqual((isTable ? 6_000 : 2_000) + 100)
        expect(depth).toBeLessThanOrEqual(32)
      }
      const letters = (all: string) => all.replaceAll(/[^a-zäöü👩🚀]/gu, '')
      if (!/[<&[]/.test(text)) expect(letters(pieces.flat().map(textOf).join(''))).toBe(letters(text))
    },
  )
}

/** Returns all elements, with those inside others. */
export function elementsOf(nodes: readonly MarkdownNode[]): MarkdownElement[] {
  return nodes.flatMap(node => (typeof node === 'string' ? [] : [node, ...elementsOf(node.children)]))
}

function textOf(node: MarkdownNode): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('')
}

function sizeOf(nodes: readonly MarkdownNode[]) {
  const depthOf = (node: MarkdownNode): number =>
    typeof node === 'string' ? 0 : 1 + Math.max(0, ...node.children.map(depthOf))
  return {
    elements: elementsOf(nodes).length,
    characters: nodes.map(textOf).join('').length,
    depth: Math.max(...nodes.map(depthOf)),
  }
}
