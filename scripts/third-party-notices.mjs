import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Parts of a package that its own licence does not cover. */
const partsOf = {
  'quickjs-wasi': [
    {
      name: 'QuickJS-NG, in quickjs.wasm',
      license: `MIT License

Copyright (c) 2017-2024 Fabrice Bellard
Copyright (c) 2017-2024 Charlie Gordon
Copyright (c) 2023-2025 Ben Noordhuis
Copyright (c) 2023-2025 Saúl Ibarra Corretgé`,
    },
  ],
}

const permission = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL
THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.`

const iscPermission = `Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES
WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY
SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES
WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR
IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`

/** Licences of packages that come without their text. Their sources name what applies. */
const licencesOf = {
  '@cfworker/json-schema': () => `MIT License\n\nCopyright (c) Jeremy Danyow\n\n${permission}`,
  boolbase: () => `ISC License\n\nCopyright (c) Felix Boehm\n\n${iscPermission}`,
  '@bufbuild/protobuf': folder =>
    [
      'Copyright 2021-2026 Buf Technologies, Inc.',
      readFileSync(new URL('licences/apache-2.0.txt', import.meta.url), 'utf8').trim(),
      leadingComment(`${folder}/dist/esm/wire/varint.js`),
    ].join('\n\n'),
}

/** Returns the lines with which a source begins that are comments, without their slashes. */
function leadingComment(path) {
  const lines = readFileSync(path, 'utf8').split('\n')
  const end = lines.findIndex(line => !line.startsWith('//'))
  return lines
    .slice(0, end)
    .map(line => line.replace(/^\/\/ ?/, ''))
    .join('\n')
}

/**
 * Returns the licences of the packages that bundled modules come from, unchanged. A package without one ends
 * the build, because code that may not be redistributed must not be bundled.
 */
export function thirdPartyNotices(moduleIds) {
  const folders = [...new Set(moduleIds.map(packageFolder).filter(folder => folder !== null))]
  const packages = folders.map(readPackage).sort((left, right) => (left.title < right.title ? -1 : 1))
  const texts = new Map(packages.map(({ title, text }) => [title, text]))
  return [...texts].map(([title, text]) => `${title}\n${'='.repeat(title.length)}\n\n${text}\n`).join('\n\n')
}

/** Returns null for a module of Parley, or one that the bundler generated. */
function packageFolder(id) {
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/')) ?? []
  if (folder === undefined || id.startsWith('\0')) return null
  return folder
}

function readPackage(folder) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  const file = readdirSync(folder).find(one =>
    /^(?:licen[cs]e|copying)(?:-mit)?(?:\.(?:md|txt))?$/i.test(one),
  )
  const known = licencesOf[name]
  if (file === undefined && known === undefined)
    throw new Error(`${name} comes without the text of its licence (${dirname(folder)})`)
  const parts = (partsOf[name] ?? []).map(part => `\n\n${part.name}\n\n${part.license}\n\n${permission}`)
  const own = known === undefined ? readFileSync(`${folder}/${file}`, 'utf8').trim() : known(folder)
  const text = own + parts.join('')
  // Older packages list their licences as objects.
  const licences = [license].flat().map(one => one.type ?? one)
  return { title: `${name} ${version} (${licences.join(' OR ')})`, text }
}
