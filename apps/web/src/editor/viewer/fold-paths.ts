/** What ends a fold, and begins none. */
const ends = [']', '}', ')', '</']

/**
 * Returns the path of each line that may begin a fold, by its row: the keys, or positions, that lead to it. It is read
 * from the indentation, as formatted texts have it, so a text of the same shape has the same paths.
 */
export function pathsOf(lines: Iterable<string>): ReadonlyMap<number, string> {
  const paths = new Map<number, string>()
  const around: { readonly indent: number; readonly path: string; children: number }[] = []
  const root = { indent: -1, path: '', children: 0 }
  let row = 0
  for (const line of lines) {
    const text = line.trimStart()
    const indent = line.length - text.length
    while ((around.at(-1)?.indent ?? -1) >= indent) around.pop()
    const parent = around.at(-1) ?? root
    if (text !== '' && !ends.some(end => text.startsWith(end))) {
      const path = `${parent.path}/${keyOf(text) ?? parent.children}`
      parent.children += 1
      paths.set(row, path)
      around.push({ indent, path, children: 0 })
    }
    row += 1
  }
  return paths
}

/** The key of a member of a JSON object, with its quotes; null for anything else. */
function keyOf(text: string): string | null {
  if (!text.startsWith('"')) return null
  const end = text.indexOf('": ')
  return end < 0 ? null : text.slice(0, end + 1)
}
