import type { Row } from '@parley/model'
import { rowFromLine } from './paste-rows.ts'
import type { TableKind } from './table-kind.ts'

/** A table as text: a line for each item, `key: value`, an unticked one as `# key: value`. */
export function bulkText<Item>(items: readonly Item[], kind: TableKind<Item>): string {
  return items.map(item => bulkLine(item, kind)).join('\n')
}

/**
 * The items of an edited text. An unchanged line keeps the item that it was written for, with everything that
 * the text does not show; so a text that was not edited changes nothing.
 */
export function itemsFromBulkText<Item>(
  text: string,
  previous: readonly Item[],
  kind: TableKind<Item>,
): readonly Item[] {
  const written = new Map<string, Item[]>()
  for (const item of previous) {
    const line = bulkLine(item, kind)
    const same = written.get(line)
    if (same === undefined) written.set(line, [item])
    else same.push(item)
  }
  return text
    .split(/\r\n|\r|\n/)
    .flatMap(line => written.get(line)?.shift() ?? (line.trim() === '' ? [] : [kind.fromRow(typedRow(line))]))
}

/** Line breaks, which a line cannot hold, show as their control pictures (U+240A, U+240D). */
function bulkLine<Item>(item: Item, kind: TableKind<Item>): string {
  const line = `${kind.text(item, 'key')}: ${kind.text(item, 'value')}`
  return `${kind.isEnabled(item) ? '' : '# '}${line}`.replaceAll('\n', '␊').replaceAll('\r', '␍')
}

function typedRow(line: string): Row {
  return rowFromLine(line) ?? { name: line.trim(), value: '', enabled: true }
}
