import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A header row that says which request of the file arrives, so that order and other requests do not matter. */
export const markName = 'X-Case'

/**
 * Adds a mark to each request of a Postman collection.
 * @returns the name of each request with its folders, and the text in which its header names are, by its mark
 */
export function markPostman({ item }) {
  const requests = new Map()
  const walk = (items, path) => {
    for (const one of items) {
      if (Array.isArray(one.item)) walk(one.item, [...path, one.name])
      if (one.request === undefined) continue
      if (typeof one.request === 'string') one.request = { method: 'GET', url: one.request }
      const mark = nextMark(requests)
      requests.set(mark, { name: [...path, one.name].join('/'), text: JSON.stringify(one.request) })
      const { header } = one.request
      one.request.header =
        typeof header === 'string'
          ? `${header}\n${markName}: ${mark}`
          : [...(header ?? []), { key: markName, value: mark }]
    }
  }
  walk(item, [])
  return requests
}

/** Adds a mark to each request of Hoppscotch's collections, as `markPostman` does. */
export function markHoppscotch(collections) {
  const requests = new Map()
  const walk = ({ name, headers, requests: own, folders }, path, inherited) => {
    const inside = [...path, name]
    const all = `${inherited}${JSON.stringify(headers ?? [])}`
    for (const one of own) {
      const mark = nextMark(requests)
      requests.set(mark, { name: [...inside, one.name].join('/'), text: all + JSON.stringify(one) })
      one.headers = [...(one.headers ?? []), { key: markName, value: mark, active: true, description: '' }]
    }
    for (const folder of folders) walk(folder, inside, all)
  }
  for (const one of collections) walk(one, [], '')
  return requests
}

/** Adds a mark to each request file of a Bruno folder, as `markPostman` does. */
export function markBruno(folder) {
  const requests = new Map()
  const texts = globSync('**/*.{bru,yml}', { cwd: folder })
    .toSorted()
    .map(path => [path, readFileSync(join(folder, path), 'utf8')])
  const inherited = texts.filter(([path]) => /(?:^|\/)(?:collection|folder|opencollection)\.\w+$/.test(path))
  for (const [path, text] of texts) {
    const isRequest = /^(?:meta \{|info:)\n(?: .*\n)*? +type: (?:http|graphql)(?:-request)?$/m.test(text)
    if (!isRequest) continue
    const mark = nextMark(requests)
    const own = /^ +name: (.*)$/m.exec(text)?.[1] ?? ''
    const name = [...path.split('/').slice(0, -1), own].join('/')
    const above = inherited.filter(([one]) => path.startsWith(one.slice(0, one.lastIndexOf('/') + 1)))
    requests.set(mark, { name, text: [...above.map(([, one]) => one), text].join('\n') })
    writeFileSync(join(folder, path), path.endsWith('.bru') ? markBru(text, mark) : markYaml(text, mark))
  }
  return requests
}

function markBru(text, mark) {
  return /^headers \{$/m.test(text)
    ? text.replace(/^headers \{$/m, `headers {\n  ${markName}: ${mark}`)
    : `${text}\n\nheaders {\n  ${markName}: ${mark}\n}\n`
}

function markYaml(text, mark) {
  const row = `    - name: ${markName}\n      value: "${mark}"`
  return /^ {2}headers:$/m.test(text)
    ? text.replace(/^ {2}headers:$/m, `  headers:\n${row}`)
    : text.replace(/^(?:http|graphql):$/m, `$&\n  headers:\n${row}`)
}

const nextMark = requests => String(requests.size + 1)
